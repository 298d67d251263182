package condvar

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/matrix"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A randomPool is a pool of workers with what it does, so that it can be made for any
// number of rounds of each worker.
type randomPool struct {
	*Program
	body, tail []Stmt
	ranges     bool
}

// The objects of a randomPool: two numbers of a channel are how much it holds.
const (
	poolJobs = iota
	poolLock
	poolDone
	poolResults
	poolOver
)

func newRandomPool(rng *rand.Rand, jobs, workers int) *randomPool {
	p := &randomPool{ranges: rng.IntN(4) > 0, Program: &Program{Objects: []Object{
		{Kind: trace.KindChan, Capacity: 1 + rng.IntN(2)}, {Kind: trace.KindMutex},
		{Kind: trace.KindWaitGroup, Count: jobs + rng.IntN(2)},
		{Kind: trace.KindChan, Capacity: rng.IntN(3)}, {Kind: trace.KindWaitGroup, Count: workers},
	}}}
	bodies := [][]Stmt{
		{{Op: Add, Obj: poolDone, Arg: -1}},
		{{Op: Send, Obj: poolResults}},
		{{Op: Lock, Obj: poolLock}, {Op: Send, Obj: poolResults}, {Op: Unlock, Obj: poolLock}, {Op: Add, Obj: poolDone, Arg: -1}},
		{{Op: Send, Obj: poolResults, MayContinue: true}, {Op: Add, Obj: poolDone, Arg: -1}},
	}
	p.body = bodies[rng.IntN(len(bodies))]
	p.tail = [][]Stmt{nil, {{Op: Add, Obj: poolOver, Arg: -1}}, {{Op: Lock, Obj: poolLock}, {Op: Unlock, Obj: poolLock}, {Op: Add, Obj: poolOver, Arg: -1}}}[rng.IntN(3)]
	if !p.ranges {
		p.body, p.tail = bodies[0], nil
	}
	p.owner(rng, jobs)
	return p
}

// owner sends the jobs, and takes results before the end or after it.
func (p *randomPool) owner(rng *rand.Rand, jobs int) {
	owner := &Thread{G: 1, Parent: -1}
	add := func(s Stmt) {
		s.Source.Site = uint64(100 + len(owner.Body))
		owner.Body = append(owner.Body, &s)
	}
	locks := rng.IntN(3) == 0
	if locks {
		add(Stmt{Op: Lock, Obj: poolLock})
	}
	for range jobs {
		add(Stmt{Op: Send, Obj: poolJobs})
	}
	if p.ranges && rng.IntN(4) > 0 {
		add(Stmt{Op: Close, Obj: poolJobs})
	}
	if locks {
		add(Stmt{Op: Unlock, Obj: poolLock})
	}
	waits := []Stmt{{Op: WGWait, Obj: poolDone}, {Op: WGWait, Obj: poolOver}}
	if rng.IntN(3) == 0 {
		add(waits[rng.IntN(2)])
	}
	for range rng.IntN(jobs + 1) {
		add(Stmt{Op: Recv, Obj: poolResults})
	}
	if rng.IntN(2) == 0 {
		add(waits[rng.IntN(2)])
	}
	p.Threads = []*Thread{owner}
}

// with is the program in which each worker has so many rounds.
func (p *randomPool) with(rounds []int) *Program {
	q := &Program{Objects: slices.Clone(p.Objects), Threads: slices.Clone(p.Threads[:1])}
	for w, n := range rounds {
		th := &Thread{G: trace.G(w + 2), Parent: -1}
		for range n {
			th.Body = append(th.Body, &Stmt{Op: Recv, Obj: poolJobs, Source: Source{Site: 1}})
			th.add(p.body, 2)
		}
		if p.ranges {
			th.Body = append(th.Body, &Stmt{Op: RecvClosed, Obj: poolJobs, Source: Source{Site: 1}})
		}
		th.add(p.tail, 50)
		q.Threads = append(q.Threads, th)
	}
	return q
}

func (th *Thread) add(list []Stmt, site uint64) {
	for i, s := range list {
		s.Source.Site = site + uint64(i)
		th.Body = append(th.Body, &s)
	}
}

// blockedPlaces are the groups of a result, each place once: how many goroutines wait there
// depends on who did which round.
func blockedPlaces(r *Result) (list []string) {
	for _, d := range r.Deadlocks {
		var core []string
		for _, b := range d.Core {
			core = append(core, fmt.Sprint(b.Stmt.Source.Site))
		}
		slices.Sort(core)
		list = append(list, strings.Join(slices.Compact(core), " "))
	}
	slices.Sort(list)
	return list
}

// distributions are all ways to give so many rounds to some workers.
func distributions(rounds, workers int) (list [][]int) {
	if workers == 1 {
		return [][]int{{rounds}}
	}
	for first := range rounds + 1 {
		for _, others := range distributions(rounds-first, workers-1) {
			list = append(list, append([]int{first}, others...))
		}
	}
	return list
}

// within reports whether every group that was found is one of those that are wanted, and
// whether each of those is a part of one that was found. A goroutine that has no rounds in
// one distribution is in no group there; in the pool it would take the next value.
func within(got, want []string) bool {
	parts := func(small, large string) bool {
		have := strings.Fields(large)
		return !slices.ContainsFunc(strings.Fields(small), func(place string) bool { return !slices.Contains(have, place) })
	}
	for _, g := range got {
		if !slices.Contains(want, g) {
			return false
		}
	}
	return !slices.ContainsFunc(want, func(w string) bool {
		return !slices.ContainsFunc(got, func(g string) bool { return parts(w, g) })
	})
}

// TestPoolIsEveryDistribution: a pool has the deadlocks that the program has in which its
// rounds are given to its members in some way, and no others.
func TestPoolIsEveryDistribution(t *testing.T) {
	found, pools := 0, 0
	n := matrix.Count(40, 150)
	for seed := range uint64(n) {
		rng := rand.New(rand.NewPCG(seed, 30))
		workers, jobs := 2, 2+rng.IntN(3)
		p := newRandomPool(rng, jobs, workers)
		var want []string
		for _, d := range distributions(jobs, workers) {
			want = append(want, blockedPlaces(p.with(d).Check(t.Context(), Options{NoReduction: true, recorded: true}))...)
		}
		slices.Sort(want)
		want = slices.Compact(want)
		recorded := p.with([]int{jobs / 2, jobs - jobs/2})
		for _, opt := range []Options{{NoReduction: true}, {apart: true}, {}} {
			r := recorded.Check(t.Context(), opt)
			if got := slices.Compact(blockedPlaces(r)); !within(got, want) {
				t.Errorf("seed %d, brute %t, apart %t: %q, want %q", seed, opt.NoReduction, opt.apart, got, want)
			}
			for _, d := range r.Deadlocks {
				if err := d.replays(recorded); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
			}
		}
		found += len(want)
		pools += len(newMachine(recorded).pools)
	}
	t.Logf("%d deadlocks, %d pools", found, pools)
	if found < 2*n/3 || pools < 4*n/5 {
		t.Errorf("%d deadlocks, %d pools: the test says little", found, pools)
	}
}
