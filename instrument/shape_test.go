package instrument

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/condvar"
)

// shapes are loops with a Wait that are left in several ways: the condition under
// which the Wait is reached, or words of why it is not known. What begins with "once:"
// is evaluated anew in each round.
var shapes = []struct{ name, body, want string }{
	{"two exits in front", `for { if len(q.items) > 0 { return }; if q.closed { return }; q.cond.Wait() }`, `(len(q.items) <= 0) && !q.closed`},
	{"head and exit", `for len(q.items) == 0 { if q.closed { return }; q.cond.Wait() }`, `(len(q.items) == 0) && !q.closed`},
	{"exit behind", `for q.limit > 3 { q.cond.Wait(); if q.closed { return } }`, `once: q.limit > 3`},
	{"switch", `for { switch { case q.closed: return; case len(q.items) > 0: q.items = nil; return }; q.cond.Wait() }`, `!q.closed && (len(q.items) <= 0)`},
	{"switch with the Wait", `for { switch { case q.closed: return; case q.limit == 0: q.cond.Wait(); default: return } }`, `!q.closed && (q.limit == 0)`},
	{"switch with a tag", `for { switch q.limit { case 1, 2: return; case 3: q.closed = true; return }; q.cond.Wait() }`, `(q.limit != 1) && ((q.limit != 2) && (q.limit != 3))`},
	{"labels", "loop: for { switch { case q.closed: break loop }; if q.full() { break loop }; q.cond.Wait() }; q.limit = 0", `!q.closed && (len(q.items) < q.limit)`},
	{"else", `for { if q.closed { return } else if q.full() { q.cond.Wait() } else { return } }`, `!q.closed && (len(q.items) >= q.limit)`},
	{"else around it", `for { if q.closed { return } else { q.cond.Wait() } }`, `!q.closed`},
	{"an if in the loop", `for q.limit == 0 { if !q.closed { q.cond.Wait() } else { return } }`, `(q.limit == 0) && !q.closed`},
	{"ifs in one another", `if q.limit == 0 { if !q.closed { q.cond.Wait() } }`, `once: (q.limit == 0) && !q.closed`},
	{"an if in a loop with work", `for { q.work(); if q.busy() { q.work() }; if !q.closed { q.cond.Wait() }; q.limit-- }`, `once: !q.closed`},
	{"an if with an exit", `if len(q.items) == 0 { if q.closed { return }; q.cond.Wait() }`, `once: (len(q.items) == 0) && !q.closed`},
	{"a copy", `for { if n := len(q.items); n > 0 || q.closed { return }; q.cond.Wait() }`, `!((len(q.items) > 0) || q.closed)`},
	{"a copy of a flag", `for { full := q.full(); if full { return }; if q.closed { return }; q.cond.Wait() }`, `(len(q.items) < q.limit) && !q.closed`},
	{"an old copy", `n := len(q.items); for n == 0 { q.cond.Wait(); n = len(q.items) }`, `a copy`},
	{"a constant flag", `first := true; for first && !q.closed { q.cond.Wait() }`, `first && !q.closed`},
	{"a flag of the loop", `first := true; for first || !q.closed { first = false; q.cond.Wait() }`, `first || !q.closed`},
	{"a flag that a round may set", `ok := false; for !ok { q.cond.Wait(); if q.closed { ok = true } }`, `a copy`},
	{"work in front", `for { q.work(); if q.closed { return }; if q.full() { return }; q.cond.Wait() }`, `!q.closed && (len(q.items) < q.limit)`},
	{"work between", `for { if q.closed { return }; q.work(); if q.full() { return }; q.cond.Wait() }`, `happens between`},
	{"a write between", `for { if q.closed { return }; q.limit++; if q.full() { return }; q.cond.Wait() }`, `happens between`},
	{"a write of something else between", `for { if q.closed { return }; q.check = nil; if q.full() { return }; q.cond.Wait() }`, `!q.closed && (len(q.items) < q.limit)`},
	{"work on the way out", `for { if q.closed { q.work(); return }; if q.full() { q.limit--; return }; q.cond.Wait() }`, `!q.closed && (len(q.items) < q.limit)`},
	{"work behind the last", `for { if q.closed { return }; if q.full() { return }; q.work(); q.cond.Wait() }`, `!q.closed && (len(q.items) < q.limit)`},
	{"another round", `for { if q.closed { continue }; if q.full() { return }; q.cond.Wait() }`, `once: !q.closed && (len(q.items) < q.limit)`},
	{"a select in front", `for { select { case <-done: return; default: }; if q.closed { return }; q.cond.Wait() }`, `a select`},
	{"a loop in front", `for { for range q.items { q.work() }; if q.closed { return }; if q.full() { return }; q.cond.Wait() }`, `!q.closed && (len(q.items) < q.limit)`},
	{"a loop between", `for { if q.closed { return }; for range q.items { q.work() }; if q.full() { return }; q.cond.Wait() }`, `happens between`},
	{"a loop that leaves", `for { for _, i := range q.items { if i > 2 { return } }; q.cond.Wait() }`, `a select or range`},
	{"a panic", `for { if q.limit > 9 { panic("full") }; if q.closed { return }; q.cond.Wait() }`, `(q.limit <= 9) && !q.closed`},
	{"a call", `for { if q.busy() { return }; if q.closed { return }; q.cond.Wait() }`, `calls a function`},
	{"a comment", "//deadlocklint:condition !q.closed\nfor { if q.busy() { return }; select { default: }; q.cond.Wait() }", `!q.closed`},
	{"a comment above a select", "//deadlocklint:condition !q.closed\nfor { select { case <-done: return; default: }; q.cond.Wait() }", `once: !q.closed`},
	{"nothing", `for { q.work(); q.cond.Wait() }`, `nothing in front of the Wait decides`},
	{"a range", `for range q.items { q.cond.Wait() }`, `a range`},
	{"a signal in the exit", `for { if q.closed { q.cond.Signal(); return }; q.cond.Wait() }`, `!q.closed`},
	{"two Waits", `for q.limit > 0 { if q.closed { q.cond.Wait() }; q.limit-- }`, `once: (q.limit > 0) && q.closed`},
	{"a named type", `type yes bool; var on yes; go func() { on = true }(); for { if on { return }; if yes(q.closed) && on { return }; q.cond.Wait() }`, `calls a function`},
	{"a number that is cut", `for int8(q.limit) > 0 { q.cond.Wait() }`, `cuts`},
	{"a number that is not cut", `for int64(q.limit) > 1<<40 { q.cond.Wait() }`, `q.limit > 1099511627776`},
	{"goto out", `for { if q.closed { goto end }; if q.full() { return }; q.cond.Wait() }; end: q.work()`, `!q.closed && (len(q.items) < q.limit)`},
}

const shapeHead = head + `
func (q *Queue) work() { q.limit++ }
`

// TestShapes makes the conditions of all shapes in one file, which compiles then.
func TestShapes(t *testing.T) {
	dir := t.TempDir()
	text := strings.Replace(shapeHead, "import (", "import (\n", 1)
	for i, s := range shapes {
		text += fmt.Sprintf("func (q *Queue) shape%d(done chan int) {\n%s\n}\n", i, s.body)
	}
	write(t, filepath.Join(dir, "go.mod"), "module example.com/forms\n\ngo 1.24\n")
	write(t, filepath.Join(dir, "main.go"), text)
	name, table, err := Overlay(t.Context(), t.TempDir(), Options{Dir: dir, Patterns: []string{"."}})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for i := range table.Sites {
		s := &table.Sites[i]
		if s.Op == "wait" && s.Cond != nil {
			found[s.Func] = s.Cond.Text(func(v int) string { return s.Vars[v] })
			if s.Kind == condvar.SiteIf {
				found[s.Func] = "once: " + found[s.Func]
			}
		}
	}
	lines := strings.Split(text, "\n")
	for i, s := range shapes {
		got := found[fmt.Sprintf("example.com/forms.(*Queue).shape%d", i)]
		for _, why := range table.GivenUp {
			if strings.Contains(lines[lineIn(why)-1], s.body) || strings.HasSuffix(s.body, lines[lineIn(why)-1]) {
				got += why
			}
		}
		if got != s.want && !strings.Contains(got, "the condition of this wait") || !strings.Contains(got, s.want) {
			t.Errorf("%s: %q, want %q", s.name, got, s.want)
		}
	}
	checkRewritten(t, replacedBy(t, name), filepath.Join(dir, "main.go"))
}

// lineIn is the line of a position at the begin of a text.
func lineIn(at string) (line int) {
	fmt.Sscanf(strings.Split(at, ":")[1], "%d", &line)
	return line
}
