package lockgraph

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/matrix"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A knots oracle walks through every reordering of a run with semaphores and
// looks for goroutines that wait for each other: each for a lock or semaphore
// all of whose holders are among them.
type knots struct {
	*oracle
	size  func(uint64) int
	given map[uint64]given
	seen  map[string]bool
}

// threads are the events of each goroutine.
func (o *oracle) threads() [][]int {
	var all [][]int
	for i, e := range o.events {
		for len(all) < int(e.G) {
			all = append(all, nil)
		}
		all[e.G-1] = append(all[e.G-1], i)
	}
	return all
}

// walk calls found with the requests of every knot it comes to.
func (k *knots) walk(threads [][]int, cut []int, found func([]trace.Event)) {
	key := fmt.Sprint(cut)
	if k.seen[key] {
		return
	}
	k.seen[key] = true
	holders := k.holders(threads, cut)
	var waiting []trace.Event
	for t, n := range cut {
		if n == len(threads[t]) || !k.ready(threads[t][n], threads, cut) {
			continue
		}
		e := k.events[threads[t][n]]
		if e.Op == trace.OpLock || e.Op == trace.OpRequest {
			if len(holders[e.Obj]) >= k.size(e.Obj) {
				waiting = append(waiting, e)
				continue
			}
		}
		if e.Op == trace.OpRequest {
			continue // the run ended here
		}
		next := slices.Clone(cut)
		next[t]++
		k.walk(threads, next, found)
	}
	if knot := tied(waiting, holders); len(knot) > 0 {
		found(knot)
	}
}

// holders returns who holds each lock after the prefixes.
func (k *knots) holders(threads [][]int, cut []int) map[uint64][]trace.G {
	var inside []int
	for t, n := range cut {
		inside = append(inside, threads[t][:n]...)
	}
	slices.Sort(inside)
	held := map[uint64][]trace.G{}
	drop := func(lock uint64, g trace.G) {
		if i := slices.Index(held[lock], g); i >= 0 {
			held[lock] = slices.Delete(held[lock], i, i+1)
		}
	}
	for _, i := range inside {
		e := k.events[i]
		switch e.Op {
		case trace.OpLock:
			held[e.Obj] = append(held[e.Obj], e.G)
		case trace.OpUnlock:
			drop(e.Obj, e.G)
		}
		if h, ok := k.given[e.Seq]; ok {
			drop(h.lock, e.G)
			held[h.lock] = append(held[h.lock], trace.G(e.Obj))
		}
	}
	return held
}

// tied returns the requests of the largest set of goroutines that wait for
// nobody outside of it.
func tied(waiting []trace.Event, holders map[uint64][]trace.G) []trace.Event {
	for {
		n := len(waiting)
		waiting = slices.DeleteFunc(slices.Clone(waiting), func(e trace.Event) bool {
			return slices.ContainsFunc(holders[e.Obj], func(g trace.G) bool {
				return !slices.ContainsFunc(waiting, func(w trace.Event) bool { return w.G == g })
			})
		})
		if len(waiting) == n {
			return waiting
		}
	}
}

// covers reports whether a candidate that may happen is about goroutines of the
// knot. Of the ways to choose its third parties only the best is reported.
func covers(cs []Candidate, knot []trace.Event) bool {
	return slices.ContainsFunc(cs, func(c Candidate) bool {
		return c.Status != Infeasible && !slices.ContainsFunc(c.Edges, func(e Edge) bool {
			return e.Role == RoleMember && !slices.ContainsFunc(knot, func(w trace.Event) bool {
				return w.G == e.G && w.Obj == e.Lock && w.Stack() == e.Stack
			})
		})
	})
}

// misses counts the knots that random runs can come to, and those that no
// candidate is about. Of three goroutines none is missed; a fourth one could
// bring a chain of its own (see block.go).
func misses(t *testing.T, n int, size func(uint64) int, give bool) (all, missed int) {
	t.Helper()
	for i := range n {
		rng := rand.New(rand.NewPCG(uint64(i), 11))
		r := generate(rng, shape{size: 8 + rng.IntN(9), slots: true, give: give})
		k := &knots{oracle: newOracle(r), size: slotsOfOne, given: r.given, seen: map[string]bool{}}
		threads := k.threads()
		if len(threads) > 3 {
			continue
		}
		cs := r.analyze(Options{Capacity: size, Instances: 100}).Candidates
		k.walk(threads, make([]int, len(threads)), func(knot []trace.Event) {
			all++
			if !covers(cs, knot) {
				if missed++; missed <= 2 && testing.Verbose() {
					t.Logf("run %d: nothing about %v\n%s%v", i, knot, r, lines(cs))
				}
			}
		})
	}
	return all, missed
}

// slotsOfOne gives lock 1 the capacity 2, as generate does.
func slotsOfOne(lock uint64) int {
	if lock == 1 {
		return 2
	}
	return 1
}

func TestSlotsOracle(t *testing.T) { missesNone(t, matrix.Count(200, 1500)) }

// missesNone wants a candidate for each knot of random runs.
func missesNone(t *testing.T, n int) {
	t.Helper()
	for _, give := range []bool{false, true} {
		all, missed := misses(t, n, slotsOfOne, give)
		t.Logf("%d knots in %d runs, slots given away: %t", all, n, give)
		if missed > 0 || all < n/40 {
			t.Errorf("%d of %d knots missed (slots given away: %t)", missed, all, give)
		}
	}
}

// The oracle has to notice when capacities are not known.
func TestSlotsOracleBites(t *testing.T) {
	if _, missed := misses(t, 600, nil, false); missed == 0 {
		t.Error("no knot is missed without capacities")
	}
}

// TestHandOver: the slot that goes with a new goroutine is held by that one
// alone, and its release by it leaves no doubt.
func TestHandOver(t *testing.T) {
	r := parse(`
		1 lock s; 1 go 2
		2 lock m; 2 unlock m; 2 unlock s
		1 lock m; 1 lock s; 1 unlock s; 1 unlock m`)
	r.given = map[uint64]given{2: {r.names["s"]}}
	res := r.analyze(Options{})
	check(t, res, "feasible lockorder g1[m:lock]->s:lock g2[s:lock]->m:lock")
	if res.Stats.HandOffs+res.Stats.Strays+res.Stats.Stolen != 0 {
		t.Errorf("%+v", res.Stats)
	}
}
