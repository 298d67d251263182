package racegraph

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// newMixedRun is a run in which each stack is before each other one in one call.
func newMixedRun() *run {
	always := func(a, b trace.StackID) bool { return true }
	same := func(a, b trace.StackID) bool { return a == b }
	return &run{b: NewBuilder(Options{InCall: always, SamePlace: same})}
}

// does adds an event that the naive enumeration knows, with a stack of its own.
func (r *run) does(g trace.G, op trace.Op, obj uint64) {
	stack := uint64(100 + len(r.log))
	if op == trace.OpGo {
		stack = 0
	}
	r.step(g, op, obj, stack)
	r.log = append(r.log, step{g: g, op: op, obj: obj, stack: stack})
}

// touches adds an operation on an atomic variable.
func (r *run) touches(g trace.G, word uint64, read bool) {
	stack, flag := uint64(100+len(r.log)), uint8(0)
	if read {
		flag = trace.FlagRead
	}
	r.b.Add(trace.Event{Seq: r.seq, G: g, Op: trace.OpAccessor, Obj: uint64(g), Arg: r.seq + 1})
	r.b.Add(trace.Event{Seq: r.seq, G: g, Op: trace.OpAccess, Obj: word, Arg: stack, Aux: 1, Flag: trace.FlagTry | flag})
	r.seq += 2
	r.log = append(r.log, step{g: g, obj: word, read: read, stack: stack})
}

// randomMixed makes a run of two goroutines with two locks and two atomic variables.
func randomMixed(rng *rand.Rand) *run {
	r := newMixedRun()
	r.does(1, trace.OpGo, 2)
	held, owner := map[trace.G]uint64{}, map[uint64]trace.G{}
	for len(r.log) < 14 {
		g := trace.G(1 + rng.IntN(2))
		l := uint64(1 + rng.IntN(2))
		switch p := rng.IntN(8); {
		case p < 3 && held[g] == 0 && owner[l] == 0:
			held[g], owner[l] = l, g
			r.does(g, trace.OpLock, l)
		case p < 5 && held[g] != 0:
			r.does(g, trace.OpUnlock, held[g])
			delete(owner, held[g])
			held[g] = 0
		case p >= 5:
			r.touches(g, wordA+8*uint64(rng.IntN(2)), rng.IntN(2) == 0)
		}
	}
	return r
}

// A naiveDeed is a deed of the naive enumeration: steps of the log, the last one is its end.
type naiveDeed struct {
	at, end       int
	reads, writes map[uint64]bool
}

func naiveDeeds(log []step) (list []naiveDeed) {
	for i, s := range log {
		d := naiveDeed{at: i, end: i, reads: map[uint64]bool{}, writes: map[uint64]bool{}}
		switch s.op {
		case trace.OpNone:
			d.touch(s)
		case trace.OpLock:
			for d.end++; d.end < len(log) && !(log[d.end].op == trace.OpUnlock && log[d.end].obj == s.obj); d.end++ {
				if o := log[d.end]; o.g == s.g && o.op == trace.OpNone {
					d.touch(o)
				}
			}
		default:
			continue
		}
		list = append(list, d)
	}
	return list
}

func (d *naiveDeed) touch(s step) {
	if s.read {
		d.reads[s.obj] = true
	} else {
		d.writes[s.obj] = true
	}
}

func (d *naiveDeed) conflicts(o *naiveDeed) bool {
	for w := range d.writes {
		if o.reads[w] || o.writes[w] {
			return true
		}
	}
	for w := range o.writes {
		if d.reads[w] {
			return true
		}
	}
	return false
}

// naiveMixed has the stacks of begin, end and foreign step of all mixed blocks.
func naiveMixed(log []step, together map[[2]int]bool) map[string]bool {
	want := map[string]bool{}
	deeds := naiveDeeds(log)
	of := func(g trace.G) (own []naiveDeed) {
		return slices.DeleteFunc(slices.Clone(deeds), func(d naiveDeed) bool { return log[d.at].g != g })
	}
	for g := trace.G(1); g <= 2; g++ {
		own, others := of(g), of(3-g)
		for j, end := range own {
			for i := max(j-maxApart, 0); i < j; i++ {
				begin := own[i]
				if log[begin.at].obj == log[end.at].obj || begin.end > end.at {
					continue
				}
				for k, f := range others {
					if log[f.at].obj != log[end.at].obj || !f.conflicts(&end) || !together[[2]int{end.at, f.at}] {
						continue
					}
					near := others[max(k-maxApart, 0):min(k+maxApart+1, len(others))]
					if slices.ContainsFunc(near, func(d naiveDeed) bool { return d.conflicts(&begin) }) {
						want[fmt.Sprint(log[begin.at].stack, log[end.at].stack, log[f.at].stack)] = true
					}
				}
			}
		}
	}
	return want
}

// naiveOrders has the stacks of all orders, with their kinds.
func naiveOrders(log []step, together map[[2]int]bool) map[string]bool {
	want := map[string]bool{}
	deeds := naiveDeeds(log)
	for word := uint64(wordA); word <= wordA+8; word += 8 {
		for _, w := range deeds {
			first, last := w.writes[word], w.writes[word]
			for i, s := range log {
				if s.op == trace.OpNone && s.obj == word {
					last = last && i <= w.end
				}
			}
			for _, d := range deeds {
				if log[d.at].obj == log[w.at].obj && (d.reads[word] || d.writes[word]) {
					first = first && d.at >= w.at
					last = last && d.at <= w.at
				}
			}
			for _, d := range deeds {
				if log[d.at].g == log[w.at].g || log[d.at].obj != log[w.at].obj || !d.reads[word] || d.writes[word] || !together[[2]int{w.at, d.at}] {
					continue
				}
				if first && d.at > w.at && madeBefore(log, word, w.at, d.at) {
					want[fmt.Sprint(log[w.at].stack, log[d.at].stack)] = true
				}
				if last && d.at < w.at {
					want[fmt.Sprint(log[d.at].stack, log[w.at].stack)] = true
				}
			}
		}
	}
	return want
}

// madeBefore reports whether all accesses of a word before a write come before a read,
// whatever happens: by the order of each goroutine and go alone, since locks order nothing.
func madeBefore(log []step, word uint64, write, read int) bool {
	started := 0 // steps of goroutine 1 before the go statement
	for i, s := range log[:write] {
		if s.op == trace.OpNone && s.obj == word && s.g != log[read].g && i > started {
			return false
		}
	}
	return true
}

// TestMixedNaive compares blocks of two objects, and orders, with all reorderings of random runs.
func TestMixedNaive(t *testing.T) {
	blocks, orders := 0, 0
	for i := range uint64(400) {
		r := randomMixed(rand.New(rand.NewPCG(i, 7)))
		together := map[[2]int]bool{}
		reach(r.log, func(next map[int]bool) {
			for a := range next {
				for b := range next {
					together[[2]int{a, b}] = true
				}
			}
		})
		res := r.b.Finish(t.Context())
		got, turned := map[string]bool{}, map[string]bool{}
		for _, b := range res.Blocks {
			if b.Kind == BlockMixed {
				got[fmt.Sprint(b.Begin.Stack, b.End.Stack, b.Foreign.Stack)] = true
			}
		}
		for _, o := range res.Orders {
			turned[fmt.Sprint(o.First.Stack, o.Second.Stack)] = true
		}
		want, wantTurned := naiveMixed(r.log, together), naiveOrders(r.log, together)
		if !maps.Equal(got, want) || !maps.Equal(turned, wantTurned) {
			t.Fatalf("run %d\n%+v\nblocks %v\nwant   %v\norders %v\nwant   %v", i, r.log, got, want, turned, wantTurned)
		}
		blocks, orders = blocks+len(want), orders+len(wantTurned)
	}
	t.Log(blocks, "blocks and", orders, "orders")
	if blocks < 800 || orders < 300 {
		t.Errorf("the runs say too little: %d blocks, %d orders", blocks, orders)
	}
}

// TestMixedSignal: a signal that comes between the look at a variable and Wait is lost, and one
// of a goroutine that does not change the variable is none.
func TestMixedSignal(t *testing.T) {
	const cond, mutex = 30, 31
	for name, want := range map[string]int{"changes": 1, "does not": 0} {
		t.Run(name, func(t *testing.T) {
			r := newMixedRun()
			r.does(1, trace.OpGo, 2)
			r.does(1, trace.OpLock, mutex)
			r.touches(1, wordA, true)
			r.does(1, trace.OpWait, cond)
			r.does(1, trace.OpUnlock, mutex)
			if want > 0 {
				r.touches(2, wordA, false)
			}
			r.does(2, trace.OpSignal, cond)
			n := 0
			for _, b := range r.b.Finish(t.Context()).Blocks {
				if b.End.Op == trace.OpWait && b.Foreign.Op == trace.OpSignal {
					n++
				}
			}
			if n != want {
				t.Errorf("%d blocks, want %d", n, want)
			}
		})
	}
}

// TestSibling: a goroutine that the same go statement has started may come into a block, though
// the other one did all the work. One of another go statement may not, nor one that starts
// after the end of the first.
func TestSibling(t *testing.T) {
	const here, there = 40, 41
	for name, c := range map[string]struct {
		stack uint64
		waits bool
		want  int
	}{"sibling": {here, false, 1}, "another statement": {there, false, 0}, "behind the first": {here, true, 0}} {
		t.Run(name, func(t *testing.T) {
			r := newBlockRun()
			r.step(1, trace.OpGo, 2, here)
			if !c.waits {
				r.step(1, trace.OpGo, 3, c.stack)
			}
			r.section(2, 1, true)
			r.section(2, 2, false)
			if c.waits {
				r.step(2, trace.OpRelease, 50, 0)
				r.step(1, trace.OpAcquire, 50, 0)
				r.step(1, trace.OpGo, 3, c.stack)
			}
			r.step(3, trace.OpExit, 0, 0)
			r.blocks(t, c.want, 2)
		})
	}
}
