// Package cond_missed_signal changes what is waited for without the lock.
package cond_missed_signal

import "sync"

type Gate struct {
	mu   sync.Mutex
	cond *sync.Cond
	open bool
}

func NewGate() *Gate {
	g := new(Gate)
	g.cond = sync.NewCond(&g.mu)
	return g
}

func (g *Gate) Wait() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for !g.open {
		g.cond.Wait()
	}
}

func (g *Gate) Open() {
	g.open = true // want cond-unlocked-write
	g.cond.Signal()
}
