package condvar

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/matrix"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// orderedPool makes a trace program of one thread that sends and of others that take one or two
// values each in equal rounds. A run of it gives the statements their numbers, and some
// threads the order that they had in that run to others.
func orderedPool(rng *rand.Rand) *Program {
	p := &Program{Objects: []Object{
		{ID: 1, Kind: trace.KindChan}, {ID: 2, Kind: trace.KindWaitGroup}, {ID: 3, Kind: trace.KindMutex}, {ID: 4, Kind: trace.KindChan, Capacity: 1},
	}}
	workers, rounds := 2+rng.IntN(2), 1+rng.IntN(2)
	sender := &Thread{G: 1, Parent: -1}
	for range workers * rounds {
		sender.Body = append(sender.Body, around(rng, &Stmt{Op: Send, Obj: 0})...)
	}
	p.Threads = append(p.Threads, sender)
	var work []*Stmt
	for range rng.IntN(3) {
		work = append(work, around(rng, &Stmt{Op: Add, Obj: 1, Arg: -1})...)
	}
	for g := range workers {
		th := &Thread{G: trace.G(g + 2), Parent: -1}
		for range rounds {
			th.Body = append(th.Body, &Stmt{Op: Recv, Obj: 0, Source: Source{Site: 900}})
			for i, s := range work {
				own := *s
				own.Source.Site = uint64(901 + i)
				th.Body = append(th.Body, &own)
			}
		}
		p.Threads = append(p.Threads, th)
	}
	p.number()
	return p
}

// around puts a statement that a thread may wait for beside another one.
func around(rng *rand.Rand, s *Stmt) []*Stmt {
	switch rng.IntN(4) {
	case 0:
		return []*Stmt{{Op: Lock, Obj: 2}, s, {Op: Unlock, Obj: 2}}
	case 1:
		return []*Stmt{s, {Op: Send, Obj: 3}}
	case 2:
		return []*Stmt{s, {Op: Recv, Obj: 3}}
	}
	return []*Stmt{s}
}

// recordRun makes one run, numbers the statements in its order, and adds orders that the run
// kept. It reports whether all threads came to their ends.
func recordRun(p *Program, rng *rand.Rand) bool {
	m := newMachine(p)
	cur := m.start()
	type done struct {
		thread int
		stmt   *Stmt
	}
	var run []done
	note := func(t int, pc int64) {
		if s := m.codes[t].instrs[pc].stmt; s != nil {
			run = append(run, done{t, s})
		}
	}
	for {
		var enabled []int
		for t := range m.nt {
			if m.choices(cur, t) > 0 {
				enabled = append(enabled, t)
			}
		}
		if len(enabled) == 0 {
			break
		}
		t := enabled[rng.IntN(len(enabled))]
		choice := rng.IntN(m.choices(cur, t))
		before := slices.Clone(cur)
		m.step(cur, t, choice)
		for q := range m.nt {
			if cur[q] != before[q] {
				note(q, before[q])
			}
		}
	}
	for t := range m.nt {
		if m.next(cur, t).op != mEnd {
			return false
		}
	}
	for i, d := range run {
		d.stmt.Source.Seq = uint64(2*i + 2)
	}
	for range 1 + rng.IntN(4) {
		i := rng.IntN(len(run))
		j := rng.IntN(i + 1)
		from, to := run[j], run[i]
		if from.thread == to.thread || from.thread == 0 || to.thread == 0 {
			continue
		}
		body := p.Threads[to.thread].Body
		at := slices.Index(body, to.stmt)
		if at == 0 || to.stmt.Op == Recv && to.stmt.Obj == 0 {
			continue // an order is taken by the work on a value
		}
		p.Threads[to.thread].Body = slices.Insert(body, at, &Stmt{Op: Order, Obj: from.thread, Arg: int64(from.stmt.Source.Seq), Source: Source{Seq: to.stmt.Source.Seq}})
	}
	return true
}

// sites names the statements at which each group is blocked.
func sites(r *Result) (list []string) {
	for _, g := range groups(r) {
		var at []string
		for _, part := range strings.Fields(g) {
			_, site, _ := strings.Cut(part, "@")
			at = append(at, site)
		}
		slices.Sort(at)
		list = append(list, strings.Join(at, " "))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// TestFirstReceiverIsEnough compares with programs in which any thread takes a value, and with
// the search that leaves nothing out.
func TestFirstReceiverIsEnough(t *testing.T) {
	found, programs, fewer := 0, 0, 0
	n := matrix.Count(600, 2500)
	for seed := range uint64(n) {
		rng := rand.New(rand.NewPCG(seed, 12))
		p := orderedPool(rng)
		if !recordRun(p, rng) {
			continue
		}
		any := p.Check(t.Context(), Options{NoReduction: true, MaxStates: 20000, anyTaker: true})
		all := p.Check(t.Context(), Options{NoReduction: true, MaxStates: 20000})
		some := p.Check(t.Context(), Options{MaxStates: 20000})
		if any.Limit != "" || all.Limit != "" {
			continue
		}
		if a, b := sites(all), sites(some); !slices.Equal(a, b) {
			t.Fatalf("seed %d: %d groups without reduction %v, %d with it %v", seed, len(a), a, len(b), b)
		}
		programs++
		if !slices.Equal(sites(any), sites(some)) {
			t.Errorf("seed %d: %v when any thread takes a value, %v", seed, sites(any), sites(some))
		}
		found += len(some.Deadlocks)
		if all.States < any.States {
			fewer++
		}
	}
	t.Logf("%d programs, %d deadlocks, %d with fewer states", programs, found, fewer)
	if found < n/125 || fewer < 3*n/250 {
		t.Error("there are too few: the test says little")
	}
}
