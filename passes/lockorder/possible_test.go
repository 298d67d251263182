package lockorder_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/passes/edit/edittest"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
	"github.com/deadlocklint/deadlocklint/passes/lockorder"
	"golang.org/x/tools/go/analysis/analysistest"
)

// TestPossible: a cycle that is neither shown nor refuted names the part that it lacks. Where the part is shown it is a finding, and
// where it is refuted nothing.
func TestPossible(t *testing.T) {
	dir := filepath.Join("testdata", "possible")
	text, err := os.ReadFile(filepath.Join("..", "..", "doc", "design", "028-overlap.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range lockorder.Parts {
		if line := "| " + p.Name + " | " + p.Doc + " | `" + p.Case + "` |"; !strings.Contains(string(text), line) {
			t.Errorf("the document lacks the line %s", line)
		}
		for _, ending := range []string{"", "_right", "_shown"} {
			if _, err := os.Stat(filepath.Join(dir, p.Case+ending)); err != nil {
				t.Errorf("the part %s has no case: %v", p.Name, err)
			}
		}
	}
	edittest.Run(t, dir, lockorder.New(lockfacts.With(lockfacts.Options{Possible: true})))
}

// TestByDefault: only what is shown is reported when possible cycles are not asked for.
func TestByDefault(t *testing.T) {
	dir, err := filepath.Abs(filepath.Join("testdata", "possible"))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range analysistest.Run(ignoring{}, dir, lockorder.New(lockfacts.New()), "./...") {
		for _, d := range r.Diagnostics {
			if name := r.Pass.Pkg.Name(); !strings.HasSuffix(name, "_shown") {
				t.Errorf("%s: %s", name, d.Message)
			}
		}
	}
}

// ignoring drops what analysistest says about expectations, which are those of possible cycles.
type ignoring struct{}

func (ignoring) Errorf(string, ...any) {}
