// Package philosophers dines at a round table.
//
// Source: Dining Philosophers, table 1 of the Cooperari paper (Marques, Martins, Simões
// 2014).
// Bug: each philosopher takes the left fork first.
// Shows as: deadlock of all philosophers.
//
// family: locks
package philosophers

import (
	"sync"
	"sync/atomic"
)

// A fork is a lock that counts its uses.
type fork struct {
	mu   sync.Mutex
	uses int
}

// A table has as many forks as philosophers.
type table struct {
	forks   []fork
	kitchen kitchen
	hungry  atomic.Int64
}

// A kitchen has some portions and knows who ate.
type kitchen struct {
	mu       sync.Mutex
	portions int
	eaten    []int
}

func (k *kitchen) serve(philosopher int) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.portions == 0 {
		return false
	}
	k.portions--
	k.eaten = append(k.eaten, philosopher)
	return true
}

// A philosopher has two forks.
type philosopher struct {
	number        int
	first, second *fork
}

func (t *table) seat(number int) *philosopher {
	left, right := number, (number+1)%len(t.forks)
	return &philosopher{number, &t.forks[left], &t.forks[right]}
}

// eat takes both forks for one portion.
func (p *philosopher) eat(k *kitchen) bool {
	p.first.mu.Lock()
	defer p.first.mu.Unlock()
	p.second.mu.Lock()
	defer p.second.mu.Unlock()
	if !k.serve(p.number) {
		return false
	}
	p.first.uses++
	p.second.uses++
	return true
}

// think says to the others that the philosopher is not hungry.
func (p *philosopher) think(thoughts chan<- int) { thoughts <- p.number }

// dine is one philosopher's evening.
func (t *table) dine(p *philosopher, meals int, thoughts chan<- int) {
	for range meals {
		t.hungry.Add(1)
		ate := p.eat(&t.kitchen)
		t.hungry.Add(-1)
		if !ate {
			return
		}
		p.think(thoughts)
	}
}

// run returns the portions that were eaten, and the uses of all forks.
func run(philosophers, meals int) (eaten, uses int) {
	t := &table{forks: make([]fork, philosophers)}
	t.kitchen.portions = philosophers * meals
	thoughts := make(chan int, philosophers*meals)
	var wg sync.WaitGroup
	for n := range philosophers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			t.dine(t.seat(n), meals, thoughts)
		}()
	}
	wg.Wait()
	for i := range t.forks {
		uses += t.forks[i].uses
	}
	return len(thoughts), uses
}
