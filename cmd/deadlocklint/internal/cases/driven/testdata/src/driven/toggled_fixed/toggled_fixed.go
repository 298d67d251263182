// Package toggled_fixed has a call that takes a lock or gives it back, and panics when there is none to give back.
package toggled_fixed

import "sync"

// A Gate is down or up.
type Gate struct {
	mu   sync.Mutex
	down bool
}

func New() *Gate { return &Gate{} }

// Set puts the gate down or up.
func (g *Gate) Set(down bool) {
	if down {
		g.mu.Lock()
		g.down = true
		return
	}
	if !g.down {
		panic("not down")
	}
	g.down = false
	g.mu.Unlock()
}
