// Package lost has a gate.
package lost

import "sync"

// A Gate lets one through for each Open.
type Gate struct {
	mu   sync.Mutex
	wait []chan struct{}
	open int
}

// New makes a gate.
func New() *Gate { return &Gate{} }

// Pass waits until the gate is opened.
func (g *Gate) Pass() {
	g.mu.Lock()
	if g.open > 0 {
		g.open--
		g.mu.Unlock()
		return
	}
	ch := make(chan struct{})
	g.wait = append(g.wait, ch)
	g.mu.Unlock()
	<-ch
}

// Open opens it once.
func (g *Gate) Open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if n := len(g.wait); n > 1 {
		close(g.wait[n-1])
		g.wait = g.wait[:n-1]
		return
	}
	g.open++
}
