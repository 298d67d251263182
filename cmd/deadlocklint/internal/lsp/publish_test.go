package lsp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/results"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestSides: a race is shown at both of its accesses, also in two files, and a deadlock where its
// first goroutine waits. At each place a hover tells it once.
func TestSides(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/m\n", "a.go": "package m\n\nvar n int\n", "b.go": "package m\n\n\nvar m int\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	sides := []report.Goroutine{
		{Name: "1", Steps: []report.Step{{Op: "write", Pos: "a.go:3"}}},
		{Name: "2", Steps: []report.Step{{Op: "read", Pos: "b.go:4"}}},
	}
	a, b := filepath.Join(dir, "a.go"), filepath.Join(dir, "b.go")
	for _, c := range []struct {
		check checks.Name
		want  [2]int // diagnostics of a.go and b.go
	}{{checks.Race, [2]int{1, 1}}, {checks.Atomicity, [2]int{1, 1}}, {checks.LockOrder, [2]int{1, 0}}} {
		found := report.Finding{ID: "f", Check: c.check, Status: report.StatusConfirmed, Message: "found", Replay: "deadlocklint replay x", Goroutines: sides}
		s := &Server{
			results: map[string]*results.Results{dir: {Findings: []report.Finding{found}, Lines: map[string]string{"a.go:3": "var n int", "b.go:4": "var m int"}}},
			open:    map[string]*text{}, published: map[string]string{a: "", b: ""},
		}
		for i, file := range []string{a, b} {
			list := s.diagnostics(file)
			if len(list) != c.want[i] {
				t.Errorf("%s: %d diagnostics of %s, want %d", c.check, len(list), file, c.want[i])
			}
			for _, d := range list {
				if d.Range.Start.Line != 2+i || len(d.Related) != 2 || !strings.HasSuffix(d.Message, "See it again: deadlocklint replay x") {
					t.Errorf("%s: %+v", c.check, d)
				}
			}
			if hits := s.at(file, position{Line: 2 + i}); len(hits) != 1 {
				t.Errorf("%s: a hover in %s tells it %d times", c.check, file, len(hits))
			}
		}
	}
}
