// Package gate has a gate that its user puts down and up. A gate that is put down for no time is forgotten, and nobody puts it up.
package gate

import "sync"

// A Gate is down or up.
type Gate struct {
	mu   sync.Mutex
	down int
}

// Down waits until the gate is up, and puts it down for a time.
func (g *Gate) Down(time int) {
	g.mu.Lock()
	g.down = time
}

// Up puts the gate up.
func (g *Gate) Up() {
	if g.down != 0 {
		g.down = 0
		g.mu.Unlock()
	}
}
