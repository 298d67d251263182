package lockgraph

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/matrix"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// accessed is a random run whose accesses of memory are spots. Everything has a number of its
// own, so that a read comes after the write that it sees and after nothing else of that
// goroutine.
type accessed struct {
	rel   *Relation
	spots map[int]ProgramPoint // by the place of the access in the full run
}

func newAccessed(r *run, opt Options) *accessed {
	a := &accessed{spots: map[int]ProgramPoint{}}
	b := NewBuilder(opt)
	last := map[uint64]trace.Event{} // write of a variable, with its place in Seq
	for i, e := range r.full {
		e.Seq = uint64(i+1) * 2
		switch e.Op {
		case ghostWrite, ghostRead:
			a.spots[i] = b.PointAt(e.G, e.Seq)
			if e.Op == ghostWrite {
				last[e.Obj] = e
			} else if w := last[e.Obj]; w.G != 0 && w.G != e.G {
				b.Add(trace.Event{Seq: e.Seq + 1, G: e.G, Op: trace.OpRead, Obj: uint64(w.G), Arg: w.Seq})
			}
		default:
			b.Add(e)
		}
	}
	a.rel = b.Finish()
	return a
}

// pairs are the conflicting accesses of two goroutines.
func (a *accessed) pairs(r *run) (list [][2]int) {
	for i := range a.spots {
		for j := range a.spots {
			e, f := r.full[i], r.full[j]
			if i < j && e.G != f.G && e.Obj == f.Obj && (e.Op == ghostWrite || f.Op == ghostWrite) {
				list = append(list, [2]int{i, j})
			}
		}
	}
	return list
}

// races are the pairs that Together brings together.
func (a *accessed) races(t *testing.T, r *run) map[[2]int]bool {
	got := map[[2]int]bool{}
	for _, p := range a.pairs(r) {
		_, ok := a.rel.Together(t.Context(), []ProgramPoint{a.spots[p[0]]}, []ProgramPoint{a.spots[p[1]]})
		got[p] = ok
	}
	return got
}

// trueRaces are those that brute force brings together: some sync-preserving reordering ends
// before both.
func (a *accessed) trueRaces(r *run) map[[2]int]bool {
	o := newOracle(r)
	want := map[[2]int]bool{}
	pairs := a.pairs(r)
	for _, p := range pairs {
		want[p] = false
	}
	o.fronts(func(next map[int]bool) {
		for _, p := range pairs {
			want[p] = want[p] || next[p[0]] && next[p[1]]
		}
	})
	return want
}

// fronts visits every state that a sync-preserving reordering can reach, as the events that come next in each goroutine that has
// begun. What an access would read does not matter.
func (o *oracle) fronts(visit func(next map[int]bool)) {
	o.cuts(func(threads [][]int, cut []int) {
		next := map[int]bool{}
		for t, n := range cut {
			if n < len(threads[t]) && (n > 0 || o.begun(threads[t][0], threads, cut)) {
				next[threads[t][n]] = true
			}
		}
		visit(next)
	})
}

// begun reports whether the go statement is there of the goroutine whose first event is i.
func (o *oracle) begun(i int, threads [][]int, cut []int) bool {
	for j, e := range o.events {
		if e.Op == trace.OpGo && trace.G(e.Obj) == o.events[i].G {
			return slices.Contains(threads[e.G-1][:cut[e.G-1]], j)
		}
	}
	return true
}

// compareRaces counts the runs in which Together and brute force differ, and the pairs.
func compareRaces(t *testing.T, n int, opt Options, report bool) (differ, races, others int) {
	t.Helper()
	for i := range n {
		rng := rand.New(rand.NewPCG(uint64(i), 11))
		r := generate(rng, shape{size: 14 - rng.IntN(6), memory: true, rw: i%2 == 1, join: i%3 == 1, try: i%3 == 1})
		a := newAccessed(r, opt)
		got, want := a.races(t, r), a.trueRaces(r)
		for _, ok := range want {
			if ok {
				races++
			} else {
				others++
			}
		}
		if maps.Equal(got, want) {
			continue
		}
		differ++
		if report {
			t.Errorf("run %d\n%v\ngot  %v\nwant %v", i, fullText(r), got, want)
		}
		if differ == 3 {
			break
		}
	}
	return differ, races, others
}

func fullText(r *run) (s string) {
	for i, e := range r.full {
		s += fmt.Sprintf("%d: g%d %d %s %d\n", i, e.G, e.Op, e.Op, e.Obj)
	}
	return s
}

// TestTogether compares with all reorderings of random runs, in both directions.
func TestTogether(t *testing.T) { agreesOnRaces(t, matrix.Count(300, 4000)) }

func agreesOnRaces(t *testing.T, n int) {
	t.Helper()
	differ, races, others := compareRaces(t, n, Options{}, true)
	t.Logf("%d differ, %d races and %d other pairs", differ, races, others)
	if races < n/10 || others < n/10 {
		t.Errorf("the runs say too little: %d races and %d other pairs", races, others)
	}
}

// TestTogetherBites: the comparison notices when a part is missing.
func TestTogetherBites(t *testing.T) {
	for _, f := range []faults{{noSections: true}, {noReads: true}} {
		if differ, _, _ := compareRaces(t, 4000, Options{faults: f}, false); differ < 3 {
			t.Errorf("%+v: only %d runs differ", f, differ)
		}
	}
}

// TestSpotBefore: of one goroutine the numbers decide, of two the order of the run.
func TestSpotBefore(t *testing.T) {
	b := NewBuilder(Options{})
	first := b.PointAt(1, 1)
	b.Add(trace.Event{Seq: 2, G: 1, Op: trace.OpGo, Obj: 2})
	behind := b.PointAt(1, 3)
	child := b.PointAt(2, 5)
	if !first.Before(behind) || behind.Before(first) || !first.Before(child) || child.Before(first) {
		t.Error("what is before the go statement is not before the goroutine")
	}
	if behind.Before(child) || child.Before(behind) {
		t.Error("what is behind the go statement is ordered with the goroutine")
	}
	if late := b.PointAt(1, 1); late.Before(behind) != true || late.past.get(1) != 0 {
		t.Error("a place that is asked for later is another one")
	}
}
