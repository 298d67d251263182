package lockgraph_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// TestIdleAgainstSets compares Idle with all sets of workers, on random waits.
func TestIdleAgainstSets(t *testing.T) {
	some, none := 0, 0
	for seed := range uint64(20_000) {
		r := rand.New(rand.NewPCG(seed, 45))
		list := randomWaits(r, 1+r.IntN(7))
		want := largestIdle(list)
		if got := lockgraph.Idle(list); !slices.Equal(got, want) {
			t.Fatalf("seed %d: Idle(%+v) = %v, want %v", seed, list, got, want)
		}
		if slices.Contains(want, true) {
			some++
		} else {
			none++
		}
	}
	if some < 2000 || none < 2000 {
		t.Errorf("%d lists have idle goroutines, and %d have none: too few to compare", some, none)
	}
}

func randomWaits(r *rand.Rand, n int) []lockgraph.Standing {
	list := make([]lockgraph.Standing, n)
	for i := range list {
		s := &list[i]
		s.Worker, s.All = r.IntN(5) > 0, r.IntN(2) > 0
		s.Rest = lockgraph.Rest(r.IntN(3))
		for k := range list {
			if k != i && r.IntN(n) == 0 {
				s.For = append(s.For, k)
			}
		}
	}
	return list
}

// largestIdle unites all sets that have both properties, and each set is a set of bits.
func largestIdle(list []lockgraph.Standing) []bool {
	all := make([]bool, len(list))
	for set := range 1 << len(list) {
		has := func(i int) bool { return set>>i&1 != 0 }
		if !isIdleSet(list, has) {
			continue
		}
		for i := range list {
			all[i] = all[i] || has(i)
		}
	}
	return all
}

func isIdleSet(list []lockgraph.Standing, has func(int) bool) bool {
	for i := range list {
		switch {
		case has(i) && (!list[i].Worker || !isFree(list, has, i, len(list))):
			return false
		case !has(i) && slices.ContainsFunc(list[i].For, has):
			return false
		}
	}
	return true
}

// isFree reports whether goroutine i goes on once work comes, by a chain of at most depth goroutines of the set.
func isFree(list []lockgraph.Standing, has func(int) bool, i, depth int) bool {
	if list[i].Rest != lockgraph.NoRest {
		return true
	}
	if depth == 0 || len(list[i].For) == 0 {
		return false
	}
	helps := func(k int) bool {
		return has(k) && list[k].Rest != lockgraph.PresumedRest && isFree(list, has, k, depth-1)
	}
	if list[i].All {
		return !slices.ContainsFunc(list[i].For, func(k int) bool { return !helps(k) })
	}
	return slices.ContainsFunc(list[i].For, helps)
}

// TestIdleMonitor has a goroutine that waits for a group of workers: it is idle as long as they are.
func TestIdleMonitor(t *testing.T) {
	worker := lockgraph.Standing{Worker: true, Rest: lockgraph.KnownRest}
	monitor := lockgraph.Standing{Worker: true, For: []int{0, 1}, All: true}
	if got := lockgraph.Idle([]lockgraph.Standing{worker, worker, monitor}); !slices.Equal(got, []bool{true, true, true}) {
		t.Errorf("workers at rest and who waits for them: %v", got)
	}
	busy := lockgraph.Standing{Worker: true, For: []int{2}}
	if got := lockgraph.Idle([]lockgraph.Standing{worker, busy, monitor}); slices.Contains(got, true) {
		t.Errorf("one worker needs who waits for both: %v, but nobody is idle", got)
	}
	test := lockgraph.Standing{For: []int{2}}
	if got := lockgraph.Idle([]lockgraph.Standing{worker, worker, monitor, test}); slices.Contains(got, true) {
		t.Errorf("a test waits for who waits for the workers: %v, but the test needs them all", got)
	}
}
