package instrument

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// usesLink waits for what package link has in it, as a program and as a gate.
const usesLink = `package main

import "example.com/link"

func main() {
	l := link.New()
	l.Mu.Lock()
	for !l.Up {
		l.Changed.Wait()
	}
	l.Mu.Unlock()
	if l.Open {
		<-l.Ready
	}
}
`

const linkHead = `package link

import "sync"

type Link struct {
	Mu       sync.Mutex
	Changed  *sync.Cond
	Up, Open bool
	Ready    chan int
}

func New() *Link { l := &Link{}; l.Changed = sync.NewCond(&l.Mu); return l }

`

// linked are functions of package link, and whether they may write what its user
// waits for. What a gate of its user reads is looked at with -memory alone.
var linked = []struct {
	name, body string
	waits      bool
	gates      int
}{
	{"a method", `func (l *Link) Connect() { l.Up = true }`, true, 0},
	{"one of several", `func (l *Link) Set(a, b bool) { l.Open, l.Up = a, b }`, true, 1},
	{"an address", `func (l *Link) Flag() *bool { return &l.Up }`, true, 0},
	{"a range", `func (l *Link) Range(c chan bool) { for l.Up = range c { } }`, true, 0},
	{"a comparison", `func (l *Link) Is() bool { return l.Up == true }`, false, 0},
	{"another name", `func (l *Link) Upper() { upper = true }; var upper bool`, false, 0},
	{"the gate alone", `func (l *Link) Begin() { l.Open = true }`, false, 1},
}

func linkModule(t *testing.T, body string) string {
	dir := t.TempDir()
	at := filepath.Join(dir, "vendor", "example.com", "link")
	if err := os.MkdirAll(at, 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "go.mod"), "module example.com/uses\n\ngo 1.24\n\nrequire example.com/link v1.0.0\n")
	write(t, filepath.Join(dir, "vendor", "modules.txt"), "# example.com/link v1.0.0\n## explicit; go 1.24\nexample.com/link\n")
	write(t, filepath.Join(dir, "main.go"), usesLink)
	write(t, filepath.Join(at, "link.go"), linkHead+body+"\n")
	return dir
}

// TestOtherModules: packages that may write what a condition reads get memory events,
// under the race detector their names are said instead, and others get nothing.
func TestOtherModules(t *testing.T) {
	for _, c := range linked {
		dir := linkModule(t, c.body)
		_, table, err := Overlay(t.Context(), t.TempDir(), Options{Dir: dir, Patterns: []string{"."}})
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.Contains(table.Packages, "example.com/link"); got != c.waits || len(table.Unreached) > 0 {
			t.Errorf("%s: packages %q, unreached %q", c.name, table.Packages, table.Unreached)
		}
		if table.Inferred != 1 || table.Gates != 0 {
			t.Errorf("%s: %d conditions and %d gates", c.name, table.Inferred, table.Gates)
		}
		_, table, err = Overlay(t.Context(), t.TempDir(), Options{Dir: dir, Patterns: []string{"."}, Flags: []string{"-race"}})
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.Contains(table.Unreached, "l.Up by example.com/link"); got != c.waits || len(table.Packages) > 0 {
			t.Errorf("%s: under the race detector: packages %q, unreached %q", c.name, table.Packages, table.Unreached)
		}
		_, table, err = Overlay(t.Context(), t.TempDir(), Options{Dir: dir, Patterns: []string{"."}, Memory: true})
		if err != nil || len(table.Packages)+len(table.Unreached) > 0 || table.Gates != c.gates {
			t.Errorf("%s: all memory is recorded: %q %q, %d gates, %v", c.name, table.Packages, table.Unreached, table.Gates, err)
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
	"an address that is taken": true, "a write through a call": true, "a write by a case of a select": true,
	"an assignment by range": true, "a write in the head of an if": true, "a write behind each round": true,
	"a write in the head of a switch": true, "a write at a label": true,
}

func TestFormsWithMemory(t *testing.T) {
	var bodies []string
	for _, c := range forms {
		bodies = append(bodies, c.body)
	}
	m := overlayOf(t, "1.24", bodies, Options{Memory: true})
	for i, c := range forms {
		p := m.part(i)
		if seenByMemory[c.name] {
			if p.conditions != 1 || p.givenUp != "" {
				t.Errorf("%s: %d conditions, given up: %q", c.name, p.conditions, p.givenUp)
				continue
			}
			checkRewritten(t, m.replaced, p.file, head+c.body)
		} else if !strings.Contains(p.givenUp, c.givenUp) || p.conditions != c.inferred {
			t.Errorf("%s: %d conditions, given up: %q", c.name, p.conditions, p.givenUp)
		}
	}
}
