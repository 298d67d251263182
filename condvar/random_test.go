package condvar

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/matrix"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// randomProgram makes a trace program of a few threads, with every kind of
// statement, whose locks are nested.
func randomProgram(rng *rand.Rand) *Program {
	p := &Program{}
	for _, k := range []trace.Kind{trace.KindMutex, trace.KindMutex, trace.KindRWMutex, trace.KindCond, trace.KindWaitGroup, trace.KindChan, trace.KindChan, trace.KindChan, trace.KindKey} {
		p.Objects = append(p.Objects, Object{ID: uint64(len(p.Objects) + 1), Kind: k})
	}
	p.Objects[5].Capacity = rng.IntN(3)
	p.Objects[7].Timer = true
	p.Objects[8].Count = 1 + rng.IntN(2)
	p.Objects[4].Count = rng.IntN(3)
	p.Vars = []Var{{Name: "x", Start: int64(rng.IntN(2))}, {Name: "y"}}
	n := 2 + rng.IntN(2)
	for t := range n {
		g := &generator{rng: rng, program: p}
		p.Threads = append(p.Threads, &Thread{G: trace.G(t + 1), Parent: -1, Body: g.list(2 + rng.IntN(4))})
	}
	if rng.IntN(2) == 0 { // the first starts the last
		last := p.Threads[n-1]
		last.Parent = 0
		at := rng.IntN(len(p.Threads[0].Body) + 1)
		p.Threads[0].Body = slices.Insert(p.Threads[0].Body, at, &Stmt{Op: Go, Arg: int64(n - 1)})
	}
	p.number()
	return p
}

// number gives every statement a place of its own.
func (p *Program) number() {
	site := uint64(0)
	for _, t := range p.Threads {
		walk(t.Body, func(s *Stmt) {
			site++
			s.Source.Seq = site
			if s.Source.Site == 0 {
				s.Source.Site = site
			}
		})
	}
}

type generator struct {
	rng     *rand.Rand
	program *Program
	held    []int
}

func (g *generator) list(n int) (list []*Stmt) {
	for range n {
		list = append(list, g.some()...)
	}
	return list
}

func (g *generator) some() []*Stmt {
	r := g.rng
	switch r.IntN(19) {
	case 14:
		return g.rounds()
	case 15:
		cond := &Expr{Op: "==", X: &Expr{Op: "var", Var: r.IntN(2)}, Y: &Expr{Op: "const"}}
		return []*Stmt{{Op: If, Cond: cond, Then: g.list(1 + r.IntN(2)), Else: g.list(r.IntN(2))}}
	case 0, 1, 2:
		return g.section(r.IntN(3))
	case 3:
		return []*Stmt{{Op: Signal, Obj: 3}}
	case 4:
		return []*Stmt{{Op: Broadcast, Obj: 3}}
	case 5:
		return []*Stmt{{Op: Add, Obj: 4, Arg: -1}}
	case 6:
		return []*Stmt{{Op: WGWait, Obj: 4}}
	case 7:
		return []*Stmt{{Op: Send, Obj: 5 + r.IntN(2), MayContinue: r.IntN(3) == 0}}
	case 8:
		return []*Stmt{{Op: Recv, Obj: 5 + r.IntN(2)}}
	case 9:
		return []*Stmt{{Op: []Op{Set, Inc}[r.IntN(2)], Obj: r.IntN(2), Arg: int64(r.IntN(3) - 1)}}
	case 10:
		return []*Stmt{{Op: Select, Cases: []Case{{5 + r.IntN(2), r.IntN(2) == 0}, g.alternative()}}}
	case 13:
		n := int64(1 + r.IntN(2))
		return append(append([]*Stmt{{Op: Take, Obj: 8, Arg: n}}, g.list(r.IntN(2))...), &Stmt{Op: Add, Obj: 8, Arg: n})
	case 11:
		return []*Stmt{{Op: Close, Obj: 5 + r.IntN(2)}}
	case 12:
		ch := 5 + r.IntN(2)
		return []*Stmt{{Op: RecvClosed, Obj: ch, Cases: []Case{{ch, false}, g.alternative()}[:2*r.IntN(2)]}}
	}
	return g.wait()
}

// alternative is one that a select did not take: an operation, or a timer.
func (g *generator) alternative() Case {
	if g.rng.IntN(4) == 0 {
		return Case{7, false}
	}
	return Case{5 + g.rng.IntN(2), g.rng.IntN(2) == 0}
}

// rounds are those of a loop around one select, which takes either alternative.
func (g *generator) rounds() (list []*Stmt) {
	cases := []Case{{5 + g.rng.IntN(2), g.rng.IntN(3) == 0}, g.alternative()}
	if cases[0] == cases[1] {
		return nil
	}
	site := uint64(1000 + g.rng.IntN(1000))
	for range 2 + g.rng.IntN(2) {
		s := &Stmt{Op: Select, Cases: slices.Clone(cases), Source: Source{Site: site}}
		if g.rng.IntN(2) == 0 {
			slices.Reverse(s.Cases)
		}
		if c := s.Cases[0]; !c.Send && c.Chan != 7 && g.rng.IntN(4) == 0 {
			s.Op, s.Obj = RecvClosed, c.Chan
		}
		list = append(append(list, s), g.list(g.rng.IntN(2))...)
	}
	return list
}

// section is a critical section, or what a held lock allows.
func (g *generator) section(lock int) []*Stmt {
	if slices.Contains(g.held, lock) || len(g.held) == 2 {
		return nil
	}
	g.held = append(g.held, lock)
	open, end := Lock, Unlock
	if lock == 2 && g.rng.IntN(2) == 0 {
		open, end = RLock, RUnlock
	} else if g.rng.IntN(8) == 0 {
		open = TryLock
	}
	list := append([]*Stmt{{Op: open, Obj: lock}}, g.list(g.rng.IntN(3))...)
	g.held = g.held[:len(g.held)-1]
	return append(list, &Stmt{Op: end, Obj: lock})
}

// wait is a Wait under a condition.
func (g *generator) wait() []*Stmt {
	if slices.Contains(g.held, 0) || len(g.held) == 2 {
		return nil
	}
	cond := &Expr{Op: "==", X: &Expr{Op: "var", Var: g.rng.IntN(2)}, Y: &Expr{Op: "const"}}
	w := &Stmt{Op: []Op{Loop, If}[g.rng.IntN(2)], Cond: cond, Then: []*Stmt{{Op: Wait, Obj: 3, Lock2: 0}}}
	return []*Stmt{{Op: Lock, Obj: 0}, w, {Op: Unlock, Obj: 0}}
}

// groups names what a search found: the blocked statements of each group.
func groups(r *Result) []string {
	var list []string
	for _, d := range r.Deadlocks {
		var core []string
		for _, b := range d.Core {
			core = append(core, fmt.Sprintf("%d@%d", b.Thread, b.Stmt.Source.Site))
		}
		list = append(list, strings.Join(core, " "))
	}
	slices.Sort(list)
	return list
}

// TestReductionKeepsDeadlocks compares with a search that leaves nothing out.
func TestReductionKeepsDeadlocks(t *testing.T) { reductionKeepsDeadlocks(t, matrix.Count(300, 3000)) }

func reductionKeepsDeadlocks(t *testing.T, n int) {
	t.Helper()
	found, states, brute, jumps := 0, 0, 0, 0
	for seed := range uint64(n) {
		p := randomProgram(rand.New(rand.NewPCG(seed, 4)))
		all := p.Check(t.Context(), Options{NoReduction: true, MaxStates: 20000})
		some := p.Check(t.Context(), Options{MaxStates: 20000})
		if all.Limit != "" || some.Limit != "" {
			continue
		}
		if a, b := groups(all), groups(some); !slices.Equal(a, b) {
			t.Fatalf("seed %d: %d groups without reduction %v, %d with it %v", seed, len(a), a, len(b), b)
		}
		for _, d := range some.Deadlocks {
			if err := d.replays(p); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if slices.ContainsFunc(d.order, func(st step) bool { return st.jump > 0 }) {
				jumps++
			}
		}
		found += len(some.Deadlocks)
		states += some.States
		brute += all.States
	}
	if found < n/3 {
		t.Errorf("only %d deadlocks in all programs: the test says little", found)
	}
	if jumps < n/150 {
		t.Errorf("only %d deadlocks behind another alternative of a select", jumps)
	}
	t.Logf("%d deadlocks, %d of them behind another alternative of a select, %d states with reduction, %d without", found, jumps, states, brute)
}

// replays executes a counterexample from the start.
func (d *Deadlock) replays(p *Program) error {
	m := newMachine(p)
	cur := m.start()
	for i, st := range d.order {
		if int(cur[st.thread]) != st.pc {
			return fmt.Errorf("step %d: thread %d is at %d and not at %d", i, st.thread, cur[st.thread], st.pc)
		}
		if m.choices(cur, st.thread) == 0 {
			return fmt.Errorf("step %d: thread %d cannot go on", i, st.thread)
		}
		m.step(cur, st.thread, m.choiceOf(cur, st.thread, st.transition))
	}
	if !slices.Equal(cur, d.last) {
		return fmt.Errorf("the order leads to %v and not to %v", cur, d.last)
	}
	return nil
}
