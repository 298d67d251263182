package program_test

import (
	"bytes"
	"go/format"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/internal/oracle/program"
)

// everything is a program with every operation.
func everything() *program.Program {
	on := func(op program.Op, object int) program.Stmt { return program.Stmt{Op: op, Object: object} }
	p := &program.Program{
		Name: "p0001",
		Objects: []program.Object{{Kind: program.Mutex}, {Kind: program.RWMutex}, {Kind: program.Chan, Cap: 2}, {Kind: program.NilChan},
			{Kind: program.Jobs}, {Kind: program.Once}, {Kind: program.WaitGroup}, {Kind: program.Timer}, {Kind: program.Mutex}},
		Bodies: [][]program.Stmt{
			{on(program.Lock, 0), on(program.Unlock, 0), on(program.RLock, 1), on(program.RUnlock, 1),
				{Op: program.TryLock, Object: 0, Then: []program.Stmt{on(program.Unlock, 0)}, Else: []program.Stmt{{Op: program.Call, Body: 1}}},
				{Op: program.Go, Body: 2}, {Op: program.Go, Body: 3}, on(program.Wait, 6), on(program.Close, 2),
				{Op: program.AfterFunc, Object: 7, Body: 1, Delay: time.Second}, on(program.Stop, 7), {Op: program.PutJob, Object: 4, Body: 1}},
			{on(program.Send, 2), on(program.Recv, 2), {Op: program.Do, Object: 5, Body: 4}, on(program.Add, 6), on(program.Done, 6)},
			{{Op: program.EachJob, Object: 4}, {Op: program.TakeJob, Object: 4}, {Op: program.Sleep, Delay: time.Millisecond}},
			{{Op: program.Loop, Then: []program.Stmt{{Op: program.Select, Cases: []program.Stmt{
				{Op: program.Recv, Object: 3, Then: []program.Stmt{{Op: program.Return}}}, on(program.Send, 2), {Op: program.After, Delay: time.Second}}},
				{Op: program.Select, Cases: []program.Stmt{{Op: program.Default}}}}}},
			{},
			{on(program.Lock, 8)}, // nobody calls it
		},
	}
	p.Number()
	return p
}

// TestSource checks that a program is formatted Go, and that each
// line of an operation has its site.
func TestSource(t *testing.T) {
	p := everything()
	src, err := p.Source()
	if err != nil {
		t.Fatal(err)
	}
	if formatted, err := format.Source(src.Text); err != nil || !bytes.Equal(formatted, src.Text) {
		t.Errorf("not formatted (%v)\n%s", err, src.Text)
	}
	lines := strings.Split(string(src.Text), "\n")
	for line, words := range map[string]string{"p.m0.Lock()": "", "p.o5.Do(p.f4)": "", "for job := range p.jobs4 {": "", "case <-p.n3:": "select {", "p.wg6.Wait()": ""} {
		at := 1 + slices.IndexFunc(lines, func(l string) bool { return strings.TrimSpace(l) == line })
		site, ok := src.Lines[at]
		if !ok {
			t.Errorf("%q has no site\n%s", line, src.Text)
		}
		if words == "" {
			continue
		}
		if of := 1 + slices.IndexFunc(lines, func(l string) bool { return strings.TrimSpace(l) == words }); src.Lines[of] != site {
			t.Errorf("%q is site %d, %q is site %d: want the same", line, site, words, src.Lines[of])
		}
	}
	if strings.Contains(string(src.Text), "m8") {
		t.Errorf("a lock that nobody uses is printed\n%s", src.Text)
	}
}

// TestSitesAreUnique: nothing else may tell two operations apart.
func TestSitesAreUnique(t *testing.T) {
	seen := map[int]bool{}
	everything().Walk(func(s *program.Stmt) {
		if seen[s.Site] || s.Site == 0 {
			t.Errorf("site %d is there twice", s.Site)
		}
		seen[s.Site] = true
	})
}

// TestClone: a change of the copy changes nothing else.
func TestClone(t *testing.T) {
	p := everything()
	c := p.Clone()
	c.Walk(func(s *program.Stmt) { s.Site = -1 })
	p.Walk(func(s *program.Stmt) {
		if s.Site < 0 {
			t.Error("a statement is shared")
		}
	})
}
