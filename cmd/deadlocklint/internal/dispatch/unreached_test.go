package dispatch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// setsUp is a program in which two wait for a flag, one after the other; main sets
// it as the file set.go does.
const setsUp = `
-- go.mod --
module example.com/setsup
go 1.24
-- main.go --
package main

import (
	"bytes"
	"runtime"
	"sync"
)

type link struct {
	mu      sync.Mutex
	changed *sync.Cond
	Up      bool
}

func (l *link) use() {
	l.mu.Lock()
	for !l.Up {
		l.changed.Wait()
	}
	l.mu.Unlock()
}

// until waits in a way that no recording orders by.
func until(done func() bool) {
	for !done() {
		runtime.Gosched()
	}
}

func waits() bool {
	stacks := make([]byte, 1<<16)
	return bytes.Contains(stacks[:runtime.Stack(stacks, true)], []byte("[sync.Cond.Wait"))
}

func main() {
	l := &link{}
	l.changed = sync.NewCond(&l.mu)
	var users sync.WaitGroup
	for i := range 2 {
		users.Add(1)
		go func() {
			defer users.Done()
			if i > 0 {
				until(func() bool { return l.Up })
			}
			l.use()
		}()
	}
	until(waits)
	l.mu.Lock()
	l.set()
	l.changed.Signal()
	l.mu.Unlock()
	users.Wait()
}
-- set.go --
package main

`

// The ways in which the flag is set.
const (
	setPlainly    = "func (l *link) set() { l.Up = true }\n"
	setReflecting = "import \"reflect\"\n\nfunc (l *link) set() { reflect.ValueOf(l).Elem().Field(2).SetBool(true) }\n"
)

// moduleOf writes a module of txtar text into a directory.
func moduleOf(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(text)).Files {
		name := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestUnseenUnderRace: what can be done about an unseen write depends on the build.
func TestUnseenUnderRace(t *testing.T) {
	for _, c := range []struct {
		k    report.Conditions
		says string
	}{
		{report.Conditions{}, ""},
		{report.Conditions{MemoryEvents: 2, Packages: []string{"example.com/link"}}, ""},
		{report.Conditions{Unseen: []string{"!l.Up at main.go:16:6"}}, "run with -memory"},
		{report.Conditions{Unseen: []string{"!l.Up at main.go:16:6"}, Memory: true}, "not even by memory events"},
		{report.Conditions{Unseen: []string{"!l.Up at main.go:16:6"}, Race: true}, "not to be had under -race"},
		{report.Conditions{Unreached: []string{"l.Up by example.com/link"}, Race: true}, "l.Up by example.com/link, which rewriting does not reach"},
	} {
		notes := strings.Join(report.Stats{Conditions: &c.k}.Notes(), "\n")
		if !strings.Contains(notes, c.says) || c.says == "" && notes != "" {
			t.Errorf("%+v: the notes are %q, want %q", c.k, notes, c.says)
		}
	}
}

// waitsAs is setsUp with a comment in place of the condition of its loop, which is
// behind a function.
func waitsAs(comment string) string {
	text := strings.Replace(setsUp, "\tfor !l.Up {\n", "\t//deadlocklint:condition "+comment+"\n\tfor l.down() {\n", 1)
	return text + setPlainly + "\nvar asked int\n\nfunc (l *link) down() bool {\n\tasked++\n\treturn !l.Up\n}\n\ntype end struct{ last bool }\n\nvar far *end\n"
}
