package racegraph

import (
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// counts adds to a WaitGroup, or waits for it when it adds nothing.
func (r *run) counts(g trace.G, add int, stack uint64) {
	op, arg := trace.OpWGWait, stack
	if add != 0 {
		r.seq += 2
		r.b.Operation(trace.Event{Seq: r.seq, G: g, Op: trace.OpAt, Arg: stack})
		op, arg = trace.OpWGAdd, uint64(add)
	}
	r.seq += 2
	e := trace.Event{Seq: r.seq, G: g, Op: op, Obj: 9, Arg: arg}
	r.b.Operation(e)
	r.b.Add(e)
	if add == 0 {
		r.seq += 2
		r.b.Add(trace.Event{Seq: r.seq, G: g, Op: trace.OpWGDone, Obj: 9})
	}
}

// locks is a critical section of the lock.
func (r *run) locks(g trace.G) {
	r.event(g, trace.OpLock, lock)
	r.event(g, trace.OpUnlock, lock)
}

// TestAwaited: an Add that nothing keeps before a Wait is found, and one that a go
// statement, a lock or the counter keeps there is not.
func TestAwaited(t *testing.T) {
	for _, c := range []struct {
		name string
		run  func(r *run)
		want []uint64 // stacks
	}{
		{"counts itself", func(r *run) { r.counts(2, 1, 20); r.counts(2, -1, 21); r.counts(1, 0, 10) }, []uint64{20, 10}},
		{"Wait was first", func(r *run) { r.counts(1, 0, 10); r.counts(2, 1, 20); r.counts(2, -1, 21) }, []uint64{10, 20}},
		{"counts behind a section", func(r *run) { r.locks(2); r.counts(2, 1, 20); r.counts(2, -1, 21); r.locks(1); r.counts(1, 0, 10) }, []uint64{20, 10}},
		{"is counted", func(r *run) {
			r.counts(1, 1, 11)
			r.event(1, trace.OpGo, 3)
			r.counts(3, -1, 30)
			r.counts(1, 0, 10)
		}, nil},
		{"counts in a section", func(r *run) {
			r.event(2, trace.OpLock, lock)
			r.counts(2, 1, 20)
			r.event(2, trace.OpUnlock, lock)
			r.counts(2, -1, 21)
			r.locks(1)
			r.counts(1, 0, 10)
		}, nil},
		{"counts a child", func(r *run) {
			r.counts(1, 1, 11)
			r.event(1, trace.OpGo, 3)
			r.counts(3, 1, 30)
			r.event(3, trace.OpGo, 4)
			r.counts(3, -1, 31)
			r.counts(4, -1, 40)
			r.counts(1, 0, 10)
		}, nil},
		{"counts a child too late", func(r *run) {
			r.counts(1, 1, 11)
			r.event(1, trace.OpGo, 3)
			r.counts(3, -1, 31)
			r.counts(3, 1, 30)
			r.event(3, trace.OpGo, 4)
			r.counts(4, -1, 40)
			r.counts(1, 0, 10)
		}, []uint64{30, 10}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newMixedRun()
			r.event(1, trace.OpGo, 2)
			c.run(r)
			var got []uint64
			for _, o := range r.b.Finish(t.Context()).Orders {
				got = append(got, uint64(o.First.Stack), uint64(o.Second.Stack))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("orders of the places %v, want %v", got, c.want)
			}
		})
	}
}
