package predict

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/objects"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// nestings is a recording of goroutines that take locks inside of locks, one
// goroutine after the other and with nothing else that orders them.
func nestings(rng *rand.Rand) *trace.Trace {
	t := trace.New()
	add := func(e trace.Event) {
		e.Seq = uint64(len(t.Events) + 1)
		if e.Op == trace.OpLock {
			e.Arg = e.Seq // a stack of its own
			t.Stacks[trace.StackID(e.Arg)] = []trace.Frame{{Func: "main.f", File: "main.go", Line: int(e.Seq)}}
			t.Places[trace.StackID(e.Arg)] = [3]uint64{2*e.Seq + 1}
		}
		t.Events = append(t.Events, e)
	}
	n := 2 + rng.IntN(3)
	for g := range n {
		add(trace.Event{G: 1, Op: trace.OpGo, Obj: uint64(g + 2)})
	}
	for g := range n {
		for range 1 + rng.IntN(2) {
			locks := rng.Perm(4)[:1+rng.IntN(3)]
			for _, l := range locks {
				add(trace.Event{G: trace.G(g + 2), Op: trace.OpLock, Obj: uint64(0x1000 + 16*l)})
			}
			slices.Reverse(locks)
			for _, l := range locks {
				add(trace.Event{G: trace.G(g + 2), Op: trace.OpUnlock, Obj: uint64(0x1000 + 16*l)})
			}
		}
		add(trace.Event{G: trace.G(g + 2), Op: trace.OpExit})
	}
	add(trace.Event{Op: trace.OpLost})
	return t
}

// placesOf writes a cycle as where its goroutines wait.
func placesOf(stacks []trace.StackID) string {
	slices.Sort(stacks)
	return strings.Trim(fmt.Sprint(slices.Compact(stacks)), "[]")
}

// cyclesOf are the cycles that iGoodlock finds, but for those that cannot happen,
// and whether it knows that one can.
func cyclesOf(t *trace.Trace) map[string]bool {
	b := lockgraph.NewBuilder(lockgraph.Options{})
	for _, e := range t.Events {
		b.Add(e)
	}
	cycles := map[string]bool{}
	for _, c := range b.Finish().Analyze(context.Background(), lockgraph.Info{}).Candidates {
		var at []trace.StackID
		for _, e := range c.Edges {
			at = append(at, e.Stack)
		}
		if c.Status != lockgraph.Infeasible {
			cycles[placesOf(at)] = cycles[placesOf(at)] || c.Status == lockgraph.Feasible
		}
	}
	return cycles
}

// coresOf are the deadlocks of the trace programs.
func coresOf(t *testing.T, tr *trace.Trace) map[string]bool {
	cores := map[string]bool{}
	for _, p := range programsOf(t, tr) {
		p.Reduce()
		if !p.OnlyLocks() {
			t.Error("a program of locks has something else")
		}
		for _, d := range p.Check(t.Context(), condvar.Options{}).Deadlocks {
			var at []trace.StackID
			for _, b := range d.Core {
				at = append(at, b.Stmt.Source.Stack)
			}
			cores[placesOf(at)] = true
		}
	}
	return cores
}

func programsOf(t *testing.T, tr *trace.Trace) []*condvar.Program {
	all, err := condvar.Build(t.Context(), objects.New(tr), tr, nil)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestResourceDeadlocks: every cycle of locks that iGoodlock finds and that can
// happen, the checker of trace programs finds as well (5.4), and no other than
// iGoodlock finds.
func TestResourceDeadlocks(t *testing.T) {
	all, none := 0, 0
	for seed := range uint64(1000) {
		tr := nestings(rand.New(rand.NewPCG(seed, 4)))
		want, got := cyclesOf(tr), coresOf(t, tr)
		all += len(got)
		if len(got) == 0 {
			none++
		}
		for c, feasible := range want {
			if feasible && !got[c] {
				t.Errorf("seed %d: iGoodlock finds %s, the checker does not", seed, c)
			}
		}
		for c := range got {
			if _, ok := want[c]; !ok {
				t.Errorf("seed %d: the checker finds %s, iGoodlock does not", seed, c)
			}
		}
	}
	t.Logf("%d cycles; %d recordings have none", all, none)
	if all < 500 || none == 0 {
		t.Error("the test says little")
	}
}
