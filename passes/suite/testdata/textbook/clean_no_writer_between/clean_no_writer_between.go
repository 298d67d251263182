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
