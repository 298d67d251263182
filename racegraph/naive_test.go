package racegraph

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A step is an event or an access of a random run, as the naive enumeration knows it.
type step struct {
	g     trace.G
	op    trace.Op // OpNone for an access
	obj   uint64
	read  bool
	stack uint64
	sees  int // of a read: 1 + the step that wrote, 0 for none
}

// random makes a run of three goroutines with locks, order keys and accesses of two words.
// Each access has a stack of its own. A read tells whose write it saw, as the recorder does.
func random(rng *rand.Rand) *run {
	r := start()
	held := map[trace.G]uint64{}
	owner := map[uint64]trace.G{}
	last := map[uint64]int{} // 1 + the step that wrote a word
	at := map[int]uint64{}   // its place
	for len(r.log) < 16 {
		g := trace.G(1 + rng.IntN(3))
		switch p := rng.IntN(10); {
		case p < 4 && held[g] == 0:
			if l := uint64(1 + rng.IntN(2)); owner[l] == 0 {
				held[g], owner[l] = l, g
				r.event(g, trace.OpLock, l)
			}
		case p < 7 && held[g] != 0:
			r.event(g, trace.OpUnlock, held[g])
			delete(owner, held[g])
			held[g] = 0
		case p == 7:
			r.event(g, [...]trace.Op{trace.OpRelease, trace.OpAcquire}[rng.IntN(2)], 50)
		default:
			r.randomAccess(rng, g, last, at)
		}
	}
	return r
}

func (r *run) randomAccess(rng *rand.Rand, g trace.G, last map[uint64]int, at map[int]uint64) {
	w := wordA + 8*uint64(rng.IntN(2))
	s := step{g: g, obj: w, read: rng.IntN(2) == 0, stack: uint64(100 + len(r.log))}
	place := r.seq + 1
	r.accessBy(g, g, place, w, 1, s.read, s.stack)
	r.seq += 2
	if s.read {
		s.sees = last[w]
		if n := last[w]; n > 0 && r.log[n-1].g != g {
			r.seq += 2
			r.b.Add(trace.Event{Seq: r.seq, G: g, Op: trace.OpRead, Obj: uint64(r.log[n-1].g), Arg: at[n]})
		}
	} else {
		last[w] = len(r.log) + 1
		at[len(r.log)+1] = place
	}
	r.log = append(r.log, s)
}

// before is the transitive closure of happens-before: the order of each goroutine, go, keys,
// and each unlock before the later locks.
func before(log []step) [][]bool {
	n := len(log)
	b := make([][]bool, n)
	for j := range log {
		b[j] = make([]bool, n)
		for i := range j {
			x, y := log[i], log[j]
			direct := x.g == y.g || x.op == trace.OpGo && trace.G(x.obj) == y.g ||
				x.op == trace.OpRelease && y.op == trace.OpAcquire || x.op == trace.OpUnlock && y.op == trace.OpLock && x.obj == y.obj
			if direct {
				b[j][i] = true
				for k := range i {
					b[j][k] = b[j][k] || b[i][k]
				}
			}
		}
	}
	return b
}

// reach visits every prefix that a sync-preserving reordering of the run makes, as the
// number of steps of each goroutine.
func reach(log []step, visit func(next map[int]bool)) {
	var of [4][]int
	for i, s := range log {
		of[s.g] = append(of[s.g], i)
	}
	seen := map[[4]int]bool{}
	var walk func(cut [4]int)
	walk = func(cut [4]int) {
		if seen[cut] {
			return
		}
		seen[cut] = true
		in := map[int]bool{}
		for g := range cut {
			for _, i := range of[g][:cut[g]] {
				in[i] = true
			}
		}
		next := map[int]bool{}
		for g := 1; g < len(cut); g++ {
			if cut[g] == len(of[g]) || !begun(log, in, trace.G(g)) {
				continue
			}
			i := of[g][cut[g]]
			next[i] = true
			if can(log, in, i) {
				after := cut
				after[g]++
				walk(after)
			}
		}
		visit(next)
	}
	walk([4]int{})
}

func begun(log []step, in map[int]bool, g trace.G) bool {
	for i, s := range log {
		if s.op == trace.OpGo && trace.G(s.obj) == g {
			return in[i]
		}
	}
	return true
}

// can reports whether step i can come after the steps that are in: a read sees its write,
// an acquire its releases, and a lock is free and has no later section before it.
func can(log []step, in map[int]bool, i int) bool {
	s := log[i]
	if s.sees > 0 && !in[s.sees-1] {
		return false
	}
	open := 0
	for j, o := range log {
		switch {
		case s.op == trace.OpAcquire && o.op == trace.OpRelease && j < i && !in[j]:
			return false
		case s.op != trace.OpLock || o.obj != s.obj || !in[j]:
		case o.op == trace.OpLock && j > i:
			return false
		case o.op == trace.OpLock:
			open++
		case o.op == trace.OpUnlock:
			open--
		}
	}
	return open == 0
}

// naive is the kind of race of each conflicting pair of accesses, by their stacks.
func naive(log []step) map[[2]uint64]Kind {
	want := map[[2]uint64]Kind{}
	order := before(log)
	pairs := map[[2]int]bool{}
	for j, y := range log {
		for i, x := range log[:j] {
			if x.op != trace.OpNone || y.op != trace.OpNone || x.g == y.g || x.obj != y.obj || x.read && y.read {
				continue
			}
			pairs[[2]int{i, j}] = true
			if !order[j][i] {
				want[[2]uint64{x.stack, y.stack}] = Unordered
			}
		}
	}
	reach(log, func(next map[int]bool) {
		for p := range pairs {
			key := [2]uint64{log[p[0]].stack, log[p[1]].stack}
			if next[p[0]] && next[p[1]] && want[key] == 0 {
				want[key] = Reordered
			}
		}
	})
	return want
}

// TestNaive compares with all reorderings of random runs, in both directions: each pair has
// the kind that the enumeration gives it.
func TestNaive(t *testing.T) {
	count := map[Kind]int{}
	for i := range uint64(3000) {
		r := random(rand.New(rand.NewPCG(i, 5)))
		want := naive(r.log)
		got := map[[2]uint64]Kind{}
		for _, x := range toldOf(r.b.Finish(t.Context())) {
			got[[2]uint64{x.a, x.b}] = x.kind
		}
		for _, k := range want {
			count[k]++
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("run %d\n%+v\ngot  %v\nwant %v", i, r.log, got, want)
		}
	}
	t.Log(count)
	if count[Unordered] < 1000 || count[Reordered] < 80 {
		t.Errorf("the runs say too little: %v", count)
	}
}
