// Package recursive_rlock_gate has a writer that does not take the gate.
package recursive_rlock_gate

import "sync"

type Gated struct {
	gate sync.Mutex
	mu   sync.RWMutex
	n    int
}

func (g *Gated) Twice() int {
	g.gate.Lock()
	defer g.gate.Unlock()
	g.mu.RLock()
	defer g.mu.RUnlock()
	g.mu.RLock() // want recursive-rlock
	defer g.mu.RUnlock()
	return 2 * g.n
}

func (g *Gated) Set(n int) {
	g.gate.Lock()
	defer g.gate.Unlock()
	g.mu.Lock()
	g.n = n
	g.mu.Unlock()
}

func (g *Gated) Clear() {
	g.mu.Lock()
	g.n = 0
	g.mu.Unlock()
}

type store struct {
	mu sync.RWMutex
	n  int
}

// Two connections to one store have two gates.
type Conn struct {
	gate sync.Mutex
	s    *store
}

func Dial(s *store) *Conn { return &Conn{s: s} }

func (c *Conn) Twice() int {
	c.gate.Lock()
	defer c.gate.Unlock()
	c.s.mu.RLock()
	defer c.s.mu.RUnlock()
	c.s.mu.RLock() // want recursive-rlock
	defer c.s.mu.RUnlock()
	return 2 * c.s.n
}

func (c *Conn) Set(n int) {
	c.gate.Lock()
	defer c.gate.Unlock()
	c.s.mu.Lock()
	c.s.n = n
	c.s.mu.Unlock()
}
