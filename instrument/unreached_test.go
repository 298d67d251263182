package instrument

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/fixture"
)

// linked are files of package link by their tags, and whether they may write what its user
// waits for. What a gate of its user reads is looked at with -memory alone.
var linked = []struct {
	tag   string
	waits bool
	gates int
}{
	{"a_method", true, 0},
	{"one_of_several", true, 1},
	{"an_address", true, 0},
	{"a_range", true, 0},
	{"a_comparison", false, 0},
	{"another_name", false, 0},
	{"the_gate_alone", false, 1},
}

// TestOtherModules: packages that may write what a condition reads get memory events,
// under the race detector their names are said instead, and others get nothing.
func TestOtherModules(t *testing.T) {
	dir := fixture.Source(t, "linked")
	for _, c := range linked {
		_, table, err := Overlay(t.Context(), t.TempDir(), Options{Dir: dir, Patterns: []string{"."}, Flags: []string{"-tags=" + c.tag}})
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.Contains(table.Packages, "example.com/link"); got != c.waits || len(table.Unreached) > 0 {
			t.Errorf("%s: packages %q, unreached %q", c.tag, table.Packages, table.Unreached)
		}
		if table.Inferred != 1 || table.Gates != 0 {
			t.Errorf("%s: %d conditions and %d gates", c.tag, table.Inferred, table.Gates)
		}
		_, table, err = Overlay(t.Context(), t.TempDir(), Options{Dir: dir, Patterns: []string{"."}, Flags: []string{"-race", "-tags=" + c.tag}})
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.Contains(table.Unreached, "l.Up by example.com/link"); got != c.waits || len(table.Packages) > 0 {
			t.Errorf("%s: under the race detector: packages %q, unreached %q", c.tag, table.Packages, table.Unreached)
		}
		_, table, err = Overlay(t.Context(), t.TempDir(), Options{Dir: dir, Patterns: []string{"."}, Memory: true, Flags: []string{"-tags=" + c.tag}})
		if err != nil || len(table.Packages)+len(table.Unreached) > 0 || table.Gates != c.gates {
			t.Errorf("%s: all memory is recorded: %q %q, %d gates, %v", c.tag, table.Packages, table.Unreached, table.Gates, err)
		}
	}
}

// TestReplacedFile: a file that the user's overlay replaces is not rewritten; its
// package gets memory events when that file writes.
func TestReplacedFile(t *testing.T) {
	for _, writes := range []bool{true, false} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "go.mod"), "module example.com/forms\n\ngo 1.24\n")
		write(t, filepath.Join(dir, "main.go"), head+"func (q *Queue) f() { for !q.closed { q.cond.Wait() } }\n")
		write(t, filepath.Join(dir, "close.go"), "package main\n")
		body := "package main\n\nfunc (q *Queue) state() bool { return q.closed }\n"
		if writes {
			body = "package main\n\nfunc (q *Queue) close() { q.closed = true }\n"
		}
		write(t, filepath.Join(dir, "other.txt"), body)
		user := filepath.Join(dir, "user.json")
		write(t, user, `{"Replace":{"`+filepath.Join(dir, "close.go")+`":"`+filepath.Join(dir, "other.txt")+`"}}`)
		_, table, err := Overlay(t.Context(), t.TempDir(), Options{Dir: dir, Patterns: []string{"."}, User: user})
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.Equal(table.Packages, []string{"example.com/forms"}); got != writes || table.Inferred != 1 {
			t.Errorf("the file writes: %v; packages %q, %d conditions", writes, table.Packages, table.Inferred)
		}
	}
}

// seenByMemory are forms that are given up, but not where memory events tell of all
// writes: those that no statement of the overlay can follow.
var seenByMemory = map[string]bool{
	"an_address_that_is_taken": true, "a_write_through_a_call": true, "a_write_by_a_case_of_a_select": true,
	"an_assignment_by_range": true, "a_write_in_the_head_of_an_if": true, "a_write_behind_each_round": true,
	"a_write_in_the_head_of_a_switch": true, "a_write_at_a_label": true,
}

func TestFormsWithMemory(t *testing.T) {
	m := overlayOf(t, "1.24", "forms", Options{Memory: true})
	for _, c := range forms {
		p := m.part(c.name)
		if seenByMemory[c.name] {
			if p.conditions != 1 || p.givenUp != "" {
				t.Errorf("%s: %d conditions, given up: %q", c.name, p.conditions, p.givenUp)
				continue
			}
			checkRewritten(t, m.replaced, p.file)
		} else if !strings.Contains(p.givenUp, c.givenUp) || p.conditions != c.inferred {
			t.Errorf("%s: %d conditions, given up: %q", c.name, p.conditions, p.givenUp)
		}
	}
}
