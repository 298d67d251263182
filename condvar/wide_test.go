package condvar

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// gated is a goroutine that waits while a number has its first value, and another
// one that changes the number, with or without telling the first.
func gated(start, set int64, tells bool) *Program {
	p := &Program{
		Objects: []Object{{Kind: trace.KindMutex}, {Kind: trace.KindCond}},
		Vars:    []Var{{Name: "at", Start: start}},
	}
	same := &Expr{Op: "==", X: &Expr{Op: "var"}, Y: &Expr{Op: "const", Val: start}}
	waits := &Stmt{Op: Loop, Cond: same, Then: []*Stmt{{Op: Wait, Obj: 1, Lock2: 0}}}
	tell := &Stmt{Op: Broadcast, Obj: 1}
	if !tells { // it takes the number it sees for one of 32 bits
		tell = &Stmt{Op: If, Cond: &Expr{Op: "<", X: &Expr{Op: "var"}, Y: &Expr{Op: "const", Val: 1 << 31}}, Then: []*Stmt{tell}}
	}
	p.Threads = []*Thread{
		{G: 1, Parent: -1, Body: []*Stmt{{Op: Lock, Obj: 0}, waits, {Op: Unlock, Obj: 0}}},
		{G: 2, Parent: -1, Body: []*Stmt{{Op: Lock, Obj: 0}, {Op: Set, Obj: 0, Arg: set}, tell, {Op: Unlock, Obj: 0}}},
	}
	p.number()
	return p
}

// TestWideNumbers has a false and a lost deadlock of numbers that are cut to 32
// bits, and their twins. The Go form says the same as the checker; with a deadlock
// it does so in the order in which the waiter comes first.
func TestWideNumbers(t *testing.T) {
	const ms = int64(1_790_000_000_000)
	for _, c := range []struct {
		name     string
		program  *Program
		deadlock bool
	}{
		{"1<<32 is not 0", gated(0, 1<<32, true), false},
		{"milliseconds are not small", gated(ms, ms+5, false), true},
		{"the next millisecond", gated(ms, ms+1, true), false},
		{"a small number is small", gated(1, 2, false), false},
	} {
		if found := len(c.program.Check(t.Context(), Options{}).Deadlocks) > 0; found != c.deadlock {
			t.Errorf("%s: the checker finds a deadlock: %v, and there is one: %v", c.name, found, c.deadlock)
		}
		late := c.program.Threads[1]
		late.Body = append([]*Stmt{{Op: WGWait, Obj: 2}}, late.Body...)
		c.program.Objects = append(c.program.Objects, Object{Kind: trace.KindWaitGroup, Count: 1})
		first := c.program.Threads[0]
		first.Body = slices.Insert(first.Body, 1, &Stmt{Op: Add, Obj: 2, Arg: -1}) // it has the lock
		if said := runGo(t, c.program); strings.Contains(said, "all goroutines are asleep") != c.deadlock || strings.Contains(said, "no deadlock") == c.deadlock {
			t.Errorf("%s: the Go form says\n%s", c.name, said)
		}
	}
}

// scaled multiplies all numbers of a program's conditions, so that they need more
// than 32 bits and compare as before.
func scaled(p *Program, by int64) *Program {
	for i := range p.Vars {
		p.Vars[i].Start *= by
	}
	for _, t := range p.Threads {
		walk(t.Body, func(s *Stmt) {
			switch s.Op {
			case Set, Inc, Take:
				s.Arg *= by
			case Add:
				if p.Objects[s.Obj].Kind == trace.KindKey {
					s.Arg *= by
				}
			}
		})
	}
	for i := range p.Objects {
		if p.Objects[i].Kind == trace.KindKey {
			p.Objects[i].Count *= int(by)
		}
	}
	return p
}

// TestWideIsTheSame: a program whose numbers are larger has the same deadlocks.
func TestWideIsTheSame(t *testing.T) {
	found := 0
	for seed := range uint64(300) {
		small := randomProgram(rand.New(rand.NewPCG(seed, 16)))
		large := scaled(randomProgram(rand.New(rand.NewPCG(seed, 16))), 1<<32)
		a := small.Check(t.Context(), Options{MaxStates: 20000})
		b := large.Check(t.Context(), Options{MaxStates: 20000})
		if a.Limit != "" || b.Limit != "" {
			continue
		}
		if !slices.Equal(groups(a), groups(b)) {
			t.Fatalf("seed %d: %v with small numbers, %v with large ones", seed, groups(a), groups(b))
		}
		found += len(a.Deadlocks)
	}
	if found < 100 {
		t.Errorf("only %d deadlocks: the test says little", found)
	}
}
