// Package changed_without_lock_right changes it with the lock, or signals with it.
package changed_without_lock_right

import (
	"sync"
	"sync/atomic"
)

type Gate struct {
	mu   sync.Mutex
	cond *sync.Cond
	open atomic.Bool
}

func New() *Gate {
	g := new(Gate)
	g.cond = sync.NewCond(&g.mu)
	return g
}

func (g *Gate) Wait() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for !g.open.Load() {
		g.cond.Wait()
	}
}

// Open signals with the lock held: by then a waiter that has tested waits.
func (g *Gate) Open() {
	g.open.Store(true)
	g.mu.Lock()
	g.cond.Broadcast()
	g.mu.Unlock()
}

// Touch takes the lock between the two.
func (g *Gate) Touch() {
	g.open.Store(true)
	g.mu.Lock()
	g.mu.Unlock()
	g.cond.Broadcast()
}

// Locked is the ordinary way.
func (g *Gate) Locked() {
	g.mu.Lock()
	g.open.Store(true)
	g.mu.Unlock()
	g.cond.Broadcast()
}

// openLocked is called with the lock held.
func (g *Gate) openLocked() {
	g.open.Store(true)
	g.cond.Broadcast()
}

func (g *Gate) Through() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.openLocked()
}
