// Package gated_fixed has a gate for those who look and those who enter. Its users give back what they take.
package gated_fixed

import "sync"

type Gate struct {
	mu     sync.RWMutex
	visits int
}

func New() *Gate { return new(Gate) }

func (g *Gate) Look()     { g.mu.RLock() }
func (g *Gate) LookAway() { g.mu.RUnlock() }
func (g *Gate) Enter()    { g.mu.Lock() }
func (g *Gate) Leave()    { g.mu.Unlock() }

// First makes sure that there was a visit.
func (g *Gate) First() {
	g.mu.RLock()
	n := g.visits
	g.mu.RUnlock()
	if n > 0 {
		return
	}
	g.mu.Lock()
	g.visits = 1
	g.mu.Unlock()
}
