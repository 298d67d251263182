package condvar

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// largeProgram has the shape of the two subjects that did not end within an
// hour in the thesis (table 9.2: jgroups with 31 threads, jigsaw with 3509
// statements): threads that put into and take from queues under locks of their
// own, and one pair in which the condition is looked at outside of the lock.
func largeProgram(threads, rounds int) *Program {
	p := &Program{}
	queues := (threads - 3) / 2
	for range queues { // a lock and a condition variable each, then a lock of all
		p.Objects = append(p.Objects, Object{Kind: trace.KindMutex}, Object{Kind: trace.KindCond})
	}
	global := len(p.Objects)
	p.Objects = append(p.Objects, Object{Kind: trace.KindMutex}, Object{Kind: trace.KindMutex}, Object{Kind: trace.KindCond})
	p.Vars = make([]Var, queues+1)
	for q := range queues {
		p.Threads = append(p.Threads, &Thread{Parent: -1, Body: traffic(q, global, rounds, 1)}, &Thread{Parent: -1, Body: traffic(q, global, rounds, -1)})
	}
	lock, cond, flag := global+1, global+2, queues
	not := &Expr{Op: "!", X: &Expr{Op: "var", Var: flag}}
	p.Threads = append(p.Threads,
		&Thread{Parent: -1, Body: []*Stmt{{Op: If, Cond: not, Then: []*Stmt{{Op: Lock, Obj: lock}, {Op: Wait, Obj: cond, Lock2: lock}, {Op: Unlock, Obj: lock}}}}},
		&Thread{Parent: -1, Body: []*Stmt{{Op: Set, Obj: flag, Arg: 1}, {Op: Lock, Obj: lock}, {Op: Broadcast, Obj: cond}, {Op: Unlock, Obj: lock}}},
		&Thread{Parent: -1, Body: traffic(0, global, rounds, 1)})
	p.number()
	return p
}

// traffic puts into a queue, or takes from it, and counts under the lock of all.
func traffic(q, global, rounds int, sign int64) (list []*Stmt) {
	lock, cond := 2*q, 2*q+1
	empty := &Expr{Op: "==", X: &Expr{Op: "var", Var: q}, Y: &Expr{Op: "const"}}
	for range rounds {
		list = append(list, &Stmt{Op: Lock, Obj: lock})
		if sign < 0 {
			list = append(list, &Stmt{Op: Loop, Cond: empty, Then: []*Stmt{{Op: Wait, Obj: cond, Lock2: lock}}})
		}
		list = append(list, &Stmt{Op: Inc, Obj: q, Arg: sign}, &Stmt{Op: Lock, Obj: global}, &Stmt{Op: Unlock, Obj: global},
			&Stmt{Op: Broadcast, Obj: cond}, &Stmt{Op: Unlock, Obj: lock})
	}
	return list
}

// TestLargeProgram finds the deadlock of a program of 31 threads and 3500
// statements within its bounds, and says that they ended the search.
func TestLargeProgram(t *testing.T) {
	p := largeProgram(31, 18)
	n := p.Statements()
	p.Reduce()
	r := p.Check(t.Context(), Options{MaxStates: 100_000, MaxBytes: 256 << 20})
	t.Logf("%d threads, %d statements, %d after reduction: %d states, %d steps, %d deadlocks, bound %d, limit %q", len(p.Threads), n, p.Statements(), r.States, r.Steps, len(r.Deadlocks), r.Bound, r.Limit)
	if n < 3500 {
		t.Errorf("only %d statements", n)
	}
	found := false
	for _, d := range r.Deadlocks {
		found = found || d.Kind == MissedSignal
	}
	if !found {
		t.Errorf("the missed notification was not found (%d deadlocks, %q)", len(r.Deadlocks), r.Limit)
	}
}

func BenchmarkCheck(b *testing.B) {
	p := largeProgram(31, 18)
	p.Reduce()
	states, steps := 0, 0
	for b.Loop() {
		r := p.Check(b.Context(), Options{MaxStates: 20_000})
		states += r.States
		steps += r.Steps
	}
	b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
	b.ReportMetric(float64(steps)/b.Elapsed().Seconds(), "steps/s")
}
