// Command abba_lists has a worker in two lists, where package slices has put it.
package main

import (
	"slices"
	"sync"
)

type worker struct {
	mu   sync.Mutex
	busy bool
}

type journal struct {
	mu    sync.Mutex
	lines int
}

type pool struct {
	active, idle []*worker
	journal      *journal
}

func (p *pool) use() {
	for _, w := range p.active {
		w.mu.Lock()
		p.journal.mu.Lock()
		w.busy = true
		p.journal.lines++
		p.journal.mu.Unlock()
		w.mu.Unlock()
	}
}

func (p *pool) sweep() {
	p.journal.mu.Lock()
	defer p.journal.mu.Unlock()
	for _, w := range p.idle {
		w.mu.Lock()
		w.busy = false
		w.mu.Unlock()
	}
}

func main() {
	p := &pool{journal: &journal{}}
	for range 3 {
		p.active = append(p.active, &worker{})
		p.idle = append(p.idle, &worker{})
	}
	p.idle = slices.Insert(p.idle, 0, p.active[0])
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(p.use)
		wg.Go(p.sweep)
	}
	wg.Wait()
}
