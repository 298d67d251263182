package racegraph

import (
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A run makes events with ascending numbers. Accesses come between them.
type run struct {
	b   *Builder
	seq uint64
	log []step // what the naive enumeration knows, see naive_test.go
}

func newRun() *run { return &run{b: NewBuilder(Options{})} }

// event adds an event of a goroutine.
func (r *run) event(g trace.G, op trace.Op, obj uint64) {
	r.seq += 2
	r.b.Add(trace.Event{Seq: r.seq, G: g, Op: op, Obj: obj})
	r.log = append(r.log, step{g: g, op: op, obj: obj})
}

// access is made and told by a goroutine, at a place that has the number of its stack.
func (r *run) access(g trace.G, word uint64, bytes uint8, read bool, stack uint64) {
	r.accessBy(g, g, r.seq+1, word, bytes, read, stack)
	r.seq += 2
}

// accessBy is an access that another goroutine tells of later.
func (r *run) accessBy(teller, g trace.G, at, word uint64, bytes uint8, read bool, stack uint64) {
	flag := uint8(0)
	if read {
		flag = trace.FlagRead
	}
	r.b.Add(trace.Event{Seq: r.seq, G: teller, Op: trace.OpAccessor, Obj: uint64(g), Arg: at})
	r.b.Add(trace.Event{Seq: r.seq, G: teller, Op: trace.OpAccess, Obj: word, Arg: stack, Aux: uint16(bytes), Flag: flag})
}

// want compares the races, as their kinds and the stacks of their places.
func (r *run) want(t *testing.T, want ...told) *Result {
	t.Helper()
	res := r.b.Finish(t.Context())
	if got := toldOf(res); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	return res
}

type told struct {
	kind Kind
	a, b uint64
}

func toldOf(res *Result) (list []told) {
	for _, r := range res.Races {
		a, b := uint64(r.First.Stack), uint64(r.Second.Stack)
		list = append(list, told{r.Kind, min(a, b), max(a, b)})
	}
	return list
}

const (
	wordA = 0x1000
	lock  = 7
)

// start lets goroutine 1 start 2 and 3.
func start() *run {
	r := newRun()
	r.event(1, trace.OpGo, 2)
	r.event(1, trace.OpGo, 3)
	return r
}

func TestUnordered(t *testing.T) {
	r := start()
	r.access(2, wordA, 1, false, 10)
	r.access(3, wordA, 1, false, 11)
	r.want(t, told{Unordered, 10, 11})
}

// TestReads: two reads do not race, nor do accesses of different bytes.
func TestReads(t *testing.T) {
	r := start()
	r.access(2, wordA, 1, true, 10)
	r.access(3, wordA, 1, true, 11)
	r.access(2, wordA, 2, false, 12)
	r.access(3, wordA, 4, false, 13)
	r.want(t)
}

// TestGoOrders: what is before a go statement is before the goroutine.
func TestGoOrders(t *testing.T) {
	r := newRun()
	r.access(1, wordA, 1, false, 10)
	r.event(1, trace.OpGo, 2)
	r.access(2, wordA, 1, false, 11)
	r.access(1, wordA, 1, true, 12)
	r.want(t, told{Unordered, 11, 12})
}

// TestPublication: an access that its owner made is told by the goroutine that comes second,
// with what the owner had done by then.
func TestPublication(t *testing.T) {
	r := newRun()
	r.event(1, trace.OpGo, 2)
	at := r.seq + 1
	r.event(1, trace.OpRelease, 5)
	r.accessBy(2, 1, at, wordA, 1, false, 10)
	r.access(2, wordA, 1, true, 11)
	r.want(t, told{Unordered, 10, 11})

	ordered := newRun()
	ordered.event(1, trace.OpGo, 2)
	at = ordered.seq + 1
	ordered.event(1, trace.OpRelease, 5)
	ordered.event(2, trace.OpAcquire, 5)
	ordered.accessBy(2, 1, at, wordA, 1, false, 10)
	ordered.access(2, wordA, 1, true, 11)
	ordered.want(t)
}

// TestMutex: sections of one lock keep accesses apart in each order.
func TestMutex(t *testing.T) {
	r := start()
	for g := trace.G(2); g <= 3; g++ {
		r.event(g, trace.OpLock, lock)
		r.access(g, wordA, 1, false, uint64(g))
		r.event(g, trace.OpUnlock, lock)
	}
	r.want(t)
}

// hidden are accesses that only the order of two sections keeps apart, in which nothing is
// passed on unless read is set.
func hidden(read bool) *run {
	r := start()
	r.access(2, wordA, 1, false, 10)
	r.event(2, trace.OpLock, lock)
	inside := r.seq + 1
	r.event(2, trace.OpUnlock, lock)
	r.event(3, trace.OpLock, lock)
	if read {
		r.seq += 2
		r.b.Add(trace.Event{Seq: r.seq, G: 3, Op: trace.OpRead, Obj: 2, Arg: inside})
	}
	r.event(3, trace.OpUnlock, lock)
	r.access(3, wordA, 1, false, 11)
	return r
}

// TestReordered: the sections may come without each other, which the run did not show.
func TestReordered(t *testing.T) {
	hidden(false).want(t, told{Reordered, 10, 11})
}

// TestPassedOn is its twin: the second section reads what the first one wrote.
func TestPassedOn(t *testing.T) {
	hidden(true).want(t)
}

// TestUnguarded: nothing but a value orders the accesses, and no lock is common to them.
func TestUnguarded(t *testing.T) {
	r := hidden(true)
	r.b.opt.Unguarded = true
	r.want(t, told{Unguarded, 10, 11})
}

// TestGuarded is its twin: a lock is common to the accesses, also when one goroutine has
// handed it over; or a message orders them.
func TestGuarded(t *testing.T) {
	for name, handed := range map[string]bool{"mutex": false, "handed over": true} {
		t.Run(name, func(t *testing.T) {
			r, by := newRun(), trace.G(2)
			r.b.opt.Unguarded = true
			r.event(1, trace.OpGo, 3)
			if handed {
				by = 1
			}
			r.event(by, trace.OpLock, lock)
			if handed {
				r.event(1, trace.OpGo, 2)
				r.b.HandOver(1, 2, lock)
			}
			r.access(2, wordA, 1, false, 10)
			r.event(2, trace.OpUnlock, lock)
			r.event(3, trace.OpLock, lock)
			r.access(3, wordA, 1, false, 11)
			r.event(3, trace.OpUnlock, lock)
			r.want(t)
		})
	}
	r := newRun()
	r.b.opt.Unguarded = true
	r.access(1, wordA, 1, false, 10)
	r.event(1, trace.OpGo, 2)
	r.access(2, wordA, 1, false, 11)
	r.want(t)
}

// TestMap: an operation on a map does not race with an access of the word at its address.
func TestMap(t *testing.T) {
	r := start()
	r.access(2, wordA, 1, false, 10)
	r.b.Add(trace.Event{Seq: r.seq, G: 3, Op: trace.OpAccessor, Obj: 3, Arg: r.seq + 1})
	r.b.Add(trace.Event{Seq: r.seq, G: 3, Op: trace.OpAccess, Obj: wordA, Arg: 11, Aux: 1, Flag: trace.FlagFirst})
	r.want(t)
}

// TestCollected: after a garbage collection an address is that of another object.
func TestCollected(t *testing.T) {
	r := start()
	r.access(2, wordA, 1, false, 10)
	r.b.Add(trace.Event{Seq: r.seq, G: 3, Op: trace.OpAccessor, Obj: 3, Arg: r.seq + 1})
	r.b.Add(trace.Event{Seq: r.seq, G: 3, Op: trace.OpAccess, Obj: wordA, Arg: 11, Aux: 1<<8 | 1})
	r.want(t)
}

// TestOnePair: a pair of places is told once, as unordered if it was so anywhere.
func TestOnePair(t *testing.T) {
	r := hidden(false)
	r.access(2, wordA+8, 1, false, 10)
	r.access(3, wordA+8, 1, false, 11)
	r.want(t, told{Unordered, 10, 11})
}

// TestLimits: each limit is named where it is reached.
func TestLimits(t *testing.T) {
	r := start()
	r.b.opt.Kept, r.b.opt.Pairs = 2, 1
	for i := range uint64(3) {
		r.access(2, wordA, 1, false, 10)
		r.access(3, wordA+8*i, 1, false, 11)
		r.access(2, wordA+8*i, 1, false, 10)
	}
	if res := r.want(t, told{Unordered, 10, 11}); !slices.Equal(res.Limits, []Limit{LimitKept, LimitPairs}) {
		t.Errorf("limits %q", res.Limits)
	}
	same := start()
	same.b.opt.Same = 1
	for g := trace.G(2); g <= 5; g++ {
		same.event(g, trace.OpLock, lock)
		same.access(g, wordA, 1, false, 10)
		same.event(g, trace.OpUnlock, lock)
	}
	if res := same.want(t); !slices.Equal(res.Limits, []Limit{LimitSame}) {
		t.Errorf("limits %q", res.Limits)
	}
	lost := start()
	lost.access(2, wordA, 1, false, 10)
	lost.access(3, wordA, 1, false, 11)
	lost.seq += 2
	lost.b.Add(trace.Event{Seq: lost.seq, Op: trace.OpLost, Arg: 1})
	if res := lost.want(t); !slices.Equal(res.Limits, []Limit{LimitLost}) {
		t.Errorf("limits %q", res.Limits)
	}
	nobody := start()
	nobody.b.Add(trace.Event{Seq: 9, G: 2, Op: trace.OpAccess, Obj: wordA, Aux: 1})
	if res := nobody.want(t); !slices.Equal(res.Limits, []Limit{LimitLost}) {
		t.Errorf("an access of nobody: limits %q", res.Limits)
	}
}
