package session

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestColumns: the comment of a line says which operations have a column, as the text before which they begin, and which
// have none.
func TestColumns(t *testing.T) {
	const text = `package p

func f() {
	x.a.Lock(); x.b.Lock() // lock m.T.a "x.a.Lock" | lock m.T.b "x.a.Lock(); x.b.Lock" | lock m.T.c none | unlock m.T.a none
	x.a.Lock(); y.a.Lock() // lock m.T.a none
	mu.RLock() // rrequest m.other "mu.RLock" | read m.mu none | go m.mu "mu.RLock"
	go func() { <-c }() // go - "" | recv m.c "go func() { " | send m.c none
	c <- <-d // send m.c "c " | recv m.d "c <- " | select - none | lock m.c "c " | received m.d "c <- "
	select { case <-c: default: } // select - ""
	once.Do(func() { mu.Lock() }) // lock m.once "once.Do" | lock m.mu "once.Do(func() { mu.Lock"
	wg.Wait() // wgwait m.wg "wg.Wait" | nosuch m.wg "wg.Wait"
	wg.Go(func() { mu.Lock() }) // go - "wg.Go" | wgadd m.wg "wg.Go" | request@p.f.func1 m.mu "wg.Go(func() { mu.Lock"
	wg.Go(func() { io.Copy(a, b) }) // go@p.f - "wg.Go" | send@p.f.func1 io.c "wg.Go(func() { io.Copy"
	for range c { // recv m.c "for "
	}
	go func() { io.Copy(a, b) }() // recv@p.f.func1 io.c "go func() { io.Copy"
	l[1].Lock(); k[2].Lock() // lock m.f.k[] "l[1].Lock(); k[2].Lock"
	close(a); close(b) // close m.b "close(a); close"
	io.Copy(a, b); io.Copy(b, a) // send io.c none
}
`
	file := filepath.Join(t.TempDir(), "p.go")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c := columns{}
	for i, line := range strings.Split(text, "\n") {
		_, wants, ok := strings.Cut(line, " // ")
		if !ok {
			continue
		}
		for want := range strings.SplitSeq(wants, " | ") {
			op, rest, _ := strings.Cut(want, " ")
			op, fn, _ := strings.Cut(op, "@")
			class, before, _ := strings.Cut(rest, " ")
			column := 0
			if before != "none" {
				column = len("\t") + len(strings.Trim(before, `"`)) + 1
			}
			if got := c.at(file, i+1, op, class, fn); got != column {
				t.Errorf("line %d, %s: column %d, want %d", i+1, want, got, column)
			}
		}
	}
	for name, text := range map[string]string{"nosuch.go": "", "broken.go": "package p\nfunc {"} {
		file := filepath.Join(t.TempDir(), name)
		if text != "" {
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if got := c.at(file, 2, "lock", "m.mu", ""); got != 0 {
			t.Errorf("%s: column %d", name, got)
		}
	}
	if got := c.at(file, 99, "lock", "m.mu", ""); got != 0 {
		t.Errorf("behind the end: column %d", got)
	}
}
