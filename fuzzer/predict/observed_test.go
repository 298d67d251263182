package predict

import (
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// TestLastOps: who is blocked in what at the end, and holds which locks.
func TestLastOps(t *testing.T) {
	const a, b, ch = 1, 2, 3
	l := newFinalOps()
	for _, e := range []trace.Event{
		{G: 1, Op: trace.OpLock, Obj: a},
		{G: 1, Op: trace.OpSelect}, {G: 1, Op: trace.OpCase, Obj: ch}, {G: 1, Op: trace.OpCase, Obj: b},
		{G: 2, Op: trace.OpRequest, Obj: b}, {G: 2, Op: trace.OpLock, Obj: b}, // it went on
		{G: 3, Op: trace.OpUnlock, Obj: b}, // for goroutine 2
		{G: 3, Op: trace.OpRequest, Obj: a},
		{G: 4, Op: trace.OpRecv, Obj: ch}, {G: 4, Op: trace.OpExit},
	} {
		l.add(&e)
	}
	for g, want := range map[trace.G]trace.Op{1: trace.OpSelect, 3: trace.OpRequest} {
		if e := l.blocked[g]; e == nil || e.Op != want {
			t.Errorf("goroutine %d: %v, want %v", g, e, want)
		}
	}
	if e := l.blocked[1]; e != nil && e.Obj != ch {
		t.Errorf("the select is about %d, want its first channel", e.Obj)
	}
	if l.blocked[2] != nil || l.blocked[4] != nil {
		t.Error("somebody who went on is blocked")
	}
	if len(l.held) != 1 || len(l.held[1]) != 1 {
		t.Errorf("held: %v, want one lock of goroutine 1", l.held)
	}
}

// TestLastOpsOfRuns: what goroutines of an earlier run did is left out, and what those outside of all runs
// did is not.
func TestLastOpsOfRuns(t *testing.T) {
	const a, b = 1, 2
	l := newFinalOps()
	l.add(&trace.Event{G: 1, Op: trace.OpRecv, Obj: a})
	for g := trace.G(2); g < 4; g++ {
		l.beginRun()
		l.add(&trace.Event{G: g, Op: trace.OpLock, Obj: b})
		l.add(&trace.Event{G: g, Op: trace.OpSelect})
	}
	if want := []trace.G{1, 3}; !slices.Equal(l.order, want) || len(l.blocked) != 2 || l.blocked[1] == nil || l.blocked[3] == nil {
		t.Errorf("blocked are %v of %v, want %v", l.blocked, l.order, want)
	}
	if len(l.held) != 1 || len(l.held[3]) != 1 {
		t.Errorf("held: %v, want one lock of goroutine 3", l.held)
	}
}
