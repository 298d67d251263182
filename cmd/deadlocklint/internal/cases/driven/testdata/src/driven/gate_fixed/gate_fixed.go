// Package gate_fixed has a gate that its user puts down and up. While it is down the lock is held, by contract.
package gate_fixed

import "sync"

// A Gate is down or up.
type Gate struct {
	mu   sync.Mutex
	down bool
}

// Down waits until the gate is up, and puts it down.
func (g *Gate) Down() {
	g.mu.Lock()
	g.down = true
}

// Up puts the gate up.
func (g *Gate) Up() {
	if g.down {
		g.down = false
		g.mu.Unlock()
	}
}
