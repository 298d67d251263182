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

// blockedSites names what a search found: the places of each group, whichever threads are there.
func blockedSites(r *Result) []string {
	var list []string
	for _, d := range r.Deadlocks {
		var core []string
		for _, b := range d.Core {
			core = append(core, fmt.Sprint(b.Stmt.Source.Site))
		}
		slices.Sort(core)
		list = append(list, strings.Join(core, " "))
	}
	slices.Sort(list)
	return list
}

// TestSymmetryKeepsDeadlocks: threads of random programs have twins, and twins that are
// after them. The search finds what one without symmetry finds.
func TestSymmetryKeepsDeadlocks(t *testing.T) { symmetryKeepsDeadlocks(t, matrix.Count(200, 2500)) }

func symmetryKeepsDeadlocks(t *testing.T, n int) {
	t.Helper()
	found, alike, fewer := 0, 0, 0
	for seed := range uint64(n) {
		rng := rand.New(rand.NewPCG(seed, 9))
		p := randomProgram(rng)
		twin := *p.Threads[rng.IntN(len(p.Threads))]
		starts := false
		walk(twin.Body, func(s *Stmt) { starts = starts || s.Op == Go })
		if twin.Parent < 0 && !starts { // no thread has two that start it
			twin.G = trace.G(len(p.Threads) + 1)
			if rng.IntN(3) == 0 {
				twin.Body = twin.Body[1:]
			}
			p.Threads = append(p.Threads, &twin)
		}
		all := p.Check(t.Context(), Options{apart: true, MaxStates: 20000})
		some := p.Check(t.Context(), Options{MaxStates: 20000})
		if all.Limit != "" || some.Limit != "" {
			continue
		}
		if a, b := blockedSites(all), blockedSites(some); !slices.Equal(a, b) {
			t.Fatalf("seed %d: %v without symmetry, %v with it", seed, a, b)
		}
		for _, d := range some.Deadlocks {
			if err := d.replays(p); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
		found += len(some.Deadlocks)
		if newSymmetry(newMachine(p)) != nil {
			alike++
		}
		if some.States < all.States {
			fewer++
		}
	}
	t.Logf("%d deadlocks, %d programs with threads that are alike, %d with fewer states", found, alike, fewer)
	if found < 2*n/5 || alike < 2*n/25 || fewer < 6*n/125 {
		t.Errorf("%d deadlocks, %d programs with threads that are alike, %d with fewer states", found, alike, fewer)
	}
}

// poolProgram is a pool: workers take jobs from a channel until they have had so many, and
// count them under a lock; the owner sends jobs and waits. Of an odd job more is waited for.
func poolProgram(workers, jobs int, more int64) *Program {
	p := &Program{Objects: []Object{{Kind: trace.KindChan, Capacity: 4}, {Kind: trace.KindMutex}, {Kind: trace.KindWaitGroup, Count: jobs}}}
	p.Objects[2].Count += int(more)
	owner := &Thread{G: 1, Parent: -1}
	for range jobs {
		owner.Body = append(owner.Body, &Stmt{Op: Send, Obj: 0, Source: Source{Site: 1}})
	}
	owner.Body = append(owner.Body, &Stmt{Op: WGWait, Obj: 2, Source: Source{Site: 2}})
	p.Threads = append(p.Threads, owner)
	for w := range workers {
		th := &Thread{G: trace.G(w + 2), Parent: -1}
		for j := w; j < jobs; j += workers {
			th.Body = append(th.Body, &Stmt{Op: Recv, Obj: 0, Source: Source{Site: 3}}, &Stmt{Op: Lock, Obj: 1, Source: Source{Site: 4}},
				&Stmt{Op: Unlock, Obj: 1, Source: Source{Site: 5}}, &Stmt{Op: Add, Obj: 2, Arg: -1, Source: Source{Site: 6}})
		}
		p.Threads = append(p.Threads, th)
	}
	return p
}

// TestPoolHasFewerStates compares with a search that knows no symmetry.
func TestPoolHasFewerStates(t *testing.T) {
	p := poolProgram(4, 20, 1)
	p.Reduce()
	with, without := p.Check(t.Context(), Options{recorded: true}), p.Check(t.Context(), Options{recorded: true, apart: true})
	t.Logf("%d states with symmetry, %d without", with.States, without.States)
	if with.States*5 > without.States || !slices.Equal(blockedSites(with), blockedSites(without)) {
		t.Errorf("%d states with symmetry, %d without; %v and %v", with.States, without.States, blockedSites(with), blockedSites(without))
	}
}

// TestPoolIsSearched: workers of a pool are alike, so that a search comes to its end.
func TestPoolIsSearched(t *testing.T) {
	for _, more := range []int64{0, 1} {
		p := poolProgram(8, 100, more)
		p.Reduce()
		r := p.Check(t.Context(), Options{MaxStates: 200})
		t.Logf("%d states, %d steps, %d deadlocks, limit %q", r.States, r.Steps, len(r.Deadlocks), r.Limit)
		if r.Limit != "" || len(r.Deadlocks) != int(more) {
			t.Errorf("limit %q, %d deadlocks, want %d", r.Limit, len(r.Deadlocks), more)
		}
	}
}

// BenchmarkPool is a pool of 8 workers and 100 jobs.
func BenchmarkPool(b *testing.B) {
	p := poolProgram(8, 100, 1)
	p.Reduce()
	for b.Loop() {
		r := p.Check(b.Context(), Options{})
		b.ReportMetric(float64(r.States), "states")
		b.ReportMetric(float64(len(r.Deadlocks)), "deadlocks")
	}
}
