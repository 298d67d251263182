// Package clean_no_writer_between reads twice where no writer can come in between.
package clean_no_writer_between

import "sync"

// Made is written to only before others know it.
type Made struct {
	mu   sync.RWMutex
	rows map[string]int
}

func New() *Made {
	m := &Made{}
	m.mu.Lock()
	m.rows = map[string]int{}
	m.mu.Unlock()
	return m
}

func (m *Made) Sum(a, b string) int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.get(a) + m.get(b)
}

func (m *Made) get(k string) int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.rows[k]
}

// Gated has a further lock around.
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
	g.mu.RLock()
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

// Local is known to no other goroutine.
func Local() (n int) {
	var mu sync.RWMutex
	mu.RLock()
	mu.RLock()
	n++
	mu.RUnlock()
	mu.RUnlock()
	mu.Lock()
	n++
	mu.Unlock()
	return n
}

type store struct {
	mu sync.RWMutex
	n  int
}

// Owner has a store that nothing else knows.
type Owner struct {
	gate sync.Mutex
	s    *store
}

func NewOwner() *Owner { return &Owner{s: &store{}} }

func (o *Owner) Twice() int {
	o.gate.Lock()
	defer o.gate.Unlock()
	o.s.mu.RLock()
	defer o.s.mu.RUnlock()
	return o.s.get() + o.s.n
}

func (s *store) get() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.n
}

func (o *Owner) Set(n int) {
	o.gate.Lock()
	defer o.gate.Unlock()
	o.s.set(n)
}

func (s *store) set(n int) {
	s.mu.Lock()
	s.n = n
	s.mu.Unlock()
}
