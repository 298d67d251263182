package static

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/passes/lockorder"
)

// TestRefuters shows that each refuter of lockorder refuses a cycle in the textbook package that it names, that the design document
// has a line about it, and that what is asked for in other ways has nothing refuted.
func TestRefuters(t *testing.T) {
	root := filepath.Join("..", "..", "..", "..")
	dir := filepath.Join(root, "passes", "suite", "testdata", "textbook")
	text, err := os.ReadFile(filepath.Join(root, "doc", "design", "028-overlap.md"))
	if err != nil {
		t.Fatal(err)
	}
	var patterns []string
	for _, r := range lockorder.Refuters {
		if _, err := os.Stat(filepath.Join(dir, r.Case)); err == nil { // go vet knows no whole program: that has cases of its own
			patterns = append(patterns, "./"+r.Case)
		}
		if line := "| " + r.Name + " | " + r.Doc + " | `" + r.Case + "` |"; !strings.Contains(string(text), line) {
			t.Errorf("the document lacks the line %s", line)
		}
	}
	opt := Options{Dir: dir, Patterns: patterns, refuted: true}
	res, err := opt.Run(context.Background(), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	whole := runProgram(t)
	by := map[string]bool{}
	for _, r := range append(res.refuted, whole.refuted...) {
		by[r.By+" "+filepath.Dir(r.Pos)] = r.Check == checks.LockOrder && r.ID != "" && r.Reason != ""
	}
	for _, r := range lockorder.Refuters {
		if !by[r.Name+" "+r.Case] {
			t.Errorf("%s refutes nothing in %s", r.Name, r.Case)
		}
	}
	if len(res.Findings) > 0 {
		t.Errorf("found %v", res.Findings)
	}
	opt.refuted = false
	if res, err = opt.Run(context.Background(), io.Discard); err != nil || len(res.refuted) > 0 {
		t.Errorf("not asked for: %v, %v", res.refuted, err)
	}
}

// runProgram checks the programs of testdata/program.
func runProgram(t *testing.T) *Result {
	t.Helper()
	opt := Options{Dir: filepath.Join("testdata", "program"), Patterns: []string{"./..."}, refuted: true}
	res, err := opt.Run(context.Background(), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// TestProgram shows that the whole program tells objects of one class apart: what is in two fields or lists is found when it is one, also where code without
// a body has put it there, and else not.
func TestProgram(t *testing.T) {
	res := runProgram(t)
	found, want := map[string]bool{}, []string{"abba_lists", "abba_two_tables"}
	for _, f := range res.Findings {
		found[filepath.Dir(f.Pos)] = f.Check == checks.LockOrder
	}
	for _, name := range want {
		if !found[name] {
			t.Errorf("%s is not found", name)
		}
	}
	if len(found) != len(want) {
		t.Errorf("found %v", found)
	}
}
