// Package abba_list keeps what it lends in a list, and asks the elements in the other order.
package abba_list

import (
	"container/list"
	"sync"
)

type Pool struct {
	mu  sync.Mutex
	out *list.List
}

type Handle struct {
	mu   sync.Mutex
	pool *Pool
	uses int
}

func NewPool() *Pool { return &Pool{out: list.New()} }

func (p *Pool) Take() *Handle {
	h := &Handle{pool: p}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.out.PushBack(h)
	return h
}

func (p *Pool) Uses() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := 0
	for e := p.out.Front(); e != nil; e = e.Next() {
		h := e.Value.(*Handle)
		h.mu.Lock() // want lockorder
		n += h.uses
		h.mu.Unlock()
	}
	return n
}

func (p *Pool) forget(h *Handle) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for e := p.out.Front(); e != nil; e = e.Next() {
		if e.Value == h {
			p.out.Remove(e)
			return
		}
	}
}

func (h *Handle) Release() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.uses = 0
	h.pool.forget(h)
}
