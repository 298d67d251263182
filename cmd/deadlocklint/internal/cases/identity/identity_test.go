package identity

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/cases"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/tracked"
)

func TestMain(m *testing.M) { os.Exit(cases.Main(m)) }

// TestOneID compares the ids that go vet, the whole-program checks and a run
// print for the same bug, before and after its lines have moved.
func TestOneID(t *testing.T) {
	tool := filepath.Join(t.TempDir(), "deadlocklint")
	if err := tracked.Program(filepath.Join("..", "..", "..", "..", "..")); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-o", tool, "../../../../../cmd/deadlocklint").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	for _, name := range []string{"abba", "abba_generic", "abba_local", "three_cycle", "recursive_rlock", "double_lock", "double_lock_bare", "lock_held"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := moduletest.Unpack(t, name)
			first := vetIDs(t, tool, dir)
			if len(first) != 1 {
				t.Fatalf("go vet reports %q, want one id", first)
			}
			moveLines(t, filepath.Join(dir, "main.go"))
			if moved := vetIDs(t, tool, dir); !slices.Equal(first, moved) {
				t.Errorf("go vet, lines moved: %q, want %q", moved, first)
			}
			sameIDs(t, "whole program, lines moved", first, "-json", "-C="+dir, "./...")
			sameIDs(t, "run, lines moved", first, "run", "-json", "-tries=0", "-C="+dir, ".")
		})
	}
}

// vetIDs are what go vet prints after the messages.
func vetIDs(t *testing.T, tool, dir string) []string {
	t.Helper()
	cmd := exec.Command("go", "vet", "-vettool="+tool, "./...")
	cmd.Dir = dir
	out, _ := cmd.CombinedOutput() // it fails when it finds something
	var ids []string
	for _, m := range regexp.MustCompile(`\[\S+ ([0-9a-f]{16})\]`).FindAllStringSubmatch(string(out), -1) {
		ids = append(ids, m[1])
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// sameIDs runs a command line of ours.
func sameIDs(t *testing.T, what string, want []string, args ...string) {
	t.Helper()
	doc, _, stderr := cases.Invoke(t, args...)
	var ids []string
	for _, f := range doc.Findings {
		if f.IsBlocked() && f.Note {
			continue // of idle workers no static check speaks
		}
		ids = append(ids, f.ID)
		if f.Static == nil {
			t.Errorf("%s: %s is not what the static checks found", what, f.ID)
		}
	}
	slices.Sort(ids)
	if !slices.Equal(slices.Compact(ids), want) {
		t.Errorf("%s: ids %q, want %q\n%s", what, ids, want, stderr)
	}
}

// moveLines puts comments and empty lines between the declarations of a file.
func moveLines(t *testing.T, name string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	moved := strings.ReplaceAll(string(text), "\nfunc ", "\n// Moved.\n\n\nfunc ")
	if err := os.WriteFile(name, []byte(moved), 0o600); err != nil {
		t.Fatal(err)
	}
}
