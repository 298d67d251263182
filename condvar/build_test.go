package condvar

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/objects"
)

// Addresses of a few objects, and goroutines.
const (
	mu, mu2, cond, flag = 0x1000, 0x1100, 0x1200, 0x1300
	g1, g2, g3          = 1, 2, 3
)

// recording numbers events, and gives each operation a stack of its own.
func recording(events ...trace.Event) *trace.Trace {
	t := trace.New()
	for i, e := range events {
		e.Seq = uint64(i + 1)
		if e.Op.Info().Arg == trace.ArgStack && e.Arg == 0 {
			e.Arg = uint64(100 + i)
			t.Stacks[trace.StackID(e.Arg)] = []trace.Frame{{Func: "main.f", File: "main.go", Line: i}}
			t.Places[trace.StackID(e.Arg)] = [3]uint64{uint64(1000 + 2*i + 1)}
		}
		t.Events = append(t.Events, e)
	}
	t.Events = append(t.Events, trace.Event{Seq: uint64(len(events) + 1), Op: trace.OpLost})
	return t
}

func ev(g trace.G, op trace.Op, obj uint64) trace.Event { return trace.Event{G: g, Op: op, Obj: obj} }

func with(e trace.Event, aux uint16, arg uint64) trace.Event {
	e.Aux, e.Arg = aux, arg
	return e
}

// programs builds the trace programs of a recording that starts g2 and g3.
func programs(table *Table, events ...trace.Event) []*Program {
	t := recording(append([]trace.Event{ev(g1, trace.OpGo, g2), ev(g1, trace.OpGo, g3)}, events...)...)
	all, _ := Build(context.Background(), objects.New(t), t, table) // fails only when the context ends
	return all
}

// waiting is a Wait of g that was woken.
func waiting(g trace.G) []trace.Event {
	return []trace.Event{ev(g, trace.OpLock, mu), ev(g, trace.OpWait, cond), ev(g, trace.OpUnlock, mu)}
}

func woken(g trace.G) []trace.Event {
	return []trace.Event{ev(g, trace.OpWake, cond), ev(g, trace.OpLock, mu), ev(g, trace.OpUnlock, mu), ev(g, trace.OpExit, 0)}
}

// TestUnknownConditionMissesNothing: without its condition nobody can say that
// a signal which comes first is lost.
func TestUnknownConditionMissesNothing(t *testing.T) {
	events := append(waiting(g2), ev(g3, trace.OpLock, mu), ev(g3, trace.OpSignal, cond), ev(g3, trace.OpUnlock, mu), ev(g3, trace.OpExit, 0))
	for _, p := range programs(nil, append(events, woken(g2)...)...) {
		p.Reduce()
		if r := p.Check(t.Context(), Options{}); len(r.Deadlocks) > 0 {
			t.Errorf("%s: %s", r.Deadlocks[0].Kind, r.Deadlocks[0].Reason)
		}
	}
}

// TestUnknownConditionWithLock: that it waits with a lock held shows all the same.
func TestUnknownConditionWithLock(t *testing.T) {
	events := append([]trace.Event{ev(g3, trace.OpLock, mu2), ev(g3, trace.OpUnlock, mu2), ev(g2, trace.OpLock, mu2)}, waiting(g2)...)
	events = append(events, ev(g3, trace.OpLock, mu), ev(g3, trace.OpSignal, cond), ev(g3, trace.OpUnlock, mu), ev(g3, trace.OpExit, 0))
	var kinds []Kind
	for _, p := range programs(nil, append(events, append([]trace.Event{}, woken(g2)...)...)...) {
		p.Reduce()
		for _, d := range p.Check(t.Context(), Options{}).Deadlocks {
			kinds = append(kinds, d.Kind)
		}
	}
	if !slices.Equal(kinds, []Kind{WaitWithLock}) {
		t.Errorf("found %v, want %v", kinds, WaitWithLock)
	}
}

// guardTable has "for !flag { cond.Wait() }" and "flag = true".
func guardTable() *Table {
	not := &Expr{Op: "!", X: &Expr{Op: "var"}}
	return &Table{Version: TableVersion, Sites: []Site{
		{Kind: SiteOp, Op: "wait"},
		{Kind: SiteLoop, Op: "wait", OpID: 1, Cond: not, Vars: []string{"flag"}},
		{Kind: SiteWrite, Vars: []string{"flag"}},
	}}
}

// look is the evaluation of the condition by g: the flag has a value.
func look(g trace.G, value uint64) []trace.Event {
	return []trace.Event{
		with(ev(g, trace.OpAt, 0), 2, ^uint64(0)),
		with(ev(g, trace.OpGuard, cond), 2, 1-value), ev(g, trace.OpGuardLock, mu), with(ev(g, trace.OpGuardVar, flag), 0, value),
		with(ev(g, trace.OpGuardEnd, 0), 2, 0),
	}
}

// TestGuardThatDidNotHold: the Wait that did not happen is in the program.
func TestGuardThatDidNotHold(t *testing.T) {
	set := with(ev(g3, trace.OpSet, flag), 3, 1)
	early := append([]trace.Event{set, ev(g3, trace.OpSignal, cond), ev(g3, trace.OpExit, 0), ev(g2, trace.OpLock, mu)}, look(g2, 1)...)
	early = append(early, ev(g2, trace.OpUnlock, mu), ev(g2, trace.OpExit, 0))
	found := false
	for _, p := range programs(guardTable(), early...) {
		p.Reduce()
		for _, d := range p.Check(t.Context(), Options{}).Deadlocks {
			found = found || d.Kind == MissedSignal
		}
	}
	if !found {
		t.Error("the signal outside of the lock can be missed between the look and the Wait")
	}
}

// TestUnseenWrite: a variable that changed where nobody saw it makes its
// conditions what they were in the recorded run.
func TestUnseenWrite(t *testing.T) {
	events := append([]trace.Event{with(ev(g3, trace.OpSet, flag), 3, 0), ev(g3, trace.OpSignal, cond), ev(g3, trace.OpExit, 0), ev(g2, trace.OpLock, mu)}, look(g2, 1)...)
	events = append(events, ev(g2, trace.OpUnlock, mu), ev(g2, trace.OpExit, 0))
	ps := programs(guardTable(), events...)
	unreliable := 0
	for _, p := range ps {
		unreliable = max(unreliable, p.Stats.Unreliable)
		if r := p.Check(t.Context(), Options{}); len(r.Deadlocks) > 0 {
			t.Errorf("%s: %s", r.Deadlocks[0].Kind, r.Deadlocks[0].Reason)
		}
	}
	if unreliable != 1 {
		t.Errorf("%d conditions count as unreliable, want 1", unreliable)
	}
}

// TestReduceCounts: what is dropped is counted.
func TestReduceCounts(t *testing.T) {
	lock := func(m int) *Stmt { return &Stmt{Op: Lock, Obj: m} }
	unlock := func(m int) *Stmt { return &Stmt{Op: Unlock, Obj: m} }
	p := &Program{Objects: []Object{{Kind: trace.KindMutex}, {Kind: trace.KindMutex}, {Kind: trace.KindMutex}, {Kind: trace.KindMutex}}}
	nested := []*Stmt{lock(0), lock(1), unlock(1), unlock(0)}
	p.Threads = []*Thread{
		{Parent: -1, Body: append(append([]*Stmt{lock(2), unlock(2), lock(3), unlock(3)}, nested...), nested...)},
		{Parent: -1, Body: []*Stmt{lock(3), unlock(3), lock(1), lock(0), unlock(0), unlock(1)}},
	}
	p.Reduce()
	if s := p.Stats; s.Local != 2 || s.Harmless != 4 || s.Repeated != 4 || s.Statements != 8 {
		t.Errorf("%+v: want 2 of a lock of one thread, 4 of a harmless lock, 4 repeated, 8 left", s)
	}
	r := p.Check(t.Context(), Options{})
	if len(r.Deadlocks) != 1 || r.Deadlocks[0].Kind != LockCycle || !p.OnlyLocks() {
		t.Errorf("%d deadlocks, want the cycle", len(r.Deadlocks))
	}
}

// TestLimits: what ended a search is named.
func TestLimits(t *testing.T) {
	for _, c := range []struct {
		opt  Options
		want string
	}{
		{Options{MaxStates: 50}, "states"}, {Options{MaxBytes: 5000}, "memory"}, {Options{Bound: 1}, "preemptions"},
		{Options{MaxTime: 1}, "time"},
	} {
		p := largeProgram(9, 4)
		if r := p.Check(t.Context(), c.opt); !strings.Contains(r.Limit, c.want) {
			t.Errorf("%+v: limit %q, want that on %s", c.opt, r.Limit, c.want)
		}
	}
}

// TestInterrupted: the end of the context ends a search, at once.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := largeProgram(31, 36).Check(ctx, Options{})
	if r.Limit != LimitInterrupt || r.Steps > 2*tickEvery {
		t.Errorf("ended by %q after %d steps", r.Limit, r.Steps)
	}
}
