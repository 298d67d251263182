// Package reorder sets two fields that belong together, while checkers look at them.
//
// Source: Reorder of SIR, table 1 of the Cooperari paper (Marques, Martins, Simões 2014).
// Bug: the fields are plain memory without a lock.
// Shows as: failed test, since a checker sees one field and not the other. The engine sees
// the accesses with -memory only.
//
// flags: -memory
// family: unguarded
package reorder

import (
	"sync"
	"sync/atomic"
)

// A pair is (0, 0) or (1, -1).
type pair struct {
	mu   sync.Mutex
	a, b int
}

func (p *pair) set() {
	p.a = 1
	p.b = -1
}

// check reports whether the pair is one of the two.
func (p *pair) check() bool {
	a := p.a
	b := p.b
	return a == 0 && b == 0 || a == 1 && b == -1
}

// A report counts checks.
type report struct {
	mu     sync.Mutex
	checks int
	broken int
	sets   atomic.Int64
}

func (r *report) add(ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.checks++
	if !ok {
		r.broken++
	}
}

// A barrier lets goroutines go when all are there.
type barrier struct {
	mu      sync.Mutex
	all     *sync.Cond
	missing int
}

func newBarrier(n int) *barrier {
	b := &barrier{missing: n}
	b.all = sync.NewCond(&b.mu)
	return b
}

func (b *barrier) pass() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.missing--
	if b.missing == 0 {
		b.all.Broadcast()
	}
	for b.missing > 0 {
		b.all.Wait()
	}
}

// run lets goroutines set and check several pairs.
func run(pairs, setters, checkers int) *report {
	ps := make([]pair, pairs)
	r := &report{}
	gate := newBarrier(setters + checkers)
	var wg sync.WaitGroup
	for range setters {
		wg.Add(1)
		go func() {
			defer wg.Done()
			gate.pass()
			for i := range ps {
				ps[i].set()
				r.sets.Add(1)
			}
		}()
	}
	for range checkers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			gate.pass()
			for i := range ps {
				r.add(ps[i].check())
			}
		}()
	}
	wg.Wait()
	return r
}
