// Package wait_without_lock waits without the lock of the Cond.
package wait_without_lock

import "sync"

type Gate struct {
	mu   sync.Mutex
	cond *sync.Cond
	open bool
}

func New() *Gate {
	g := new(Gate)
	g.cond = sync.NewCond(&g.mu)
	return g
}

func (g *Gate) Wait() {
	for !g.isOpen() {
		g.cond.Wait() // want `Gate.cond.Wait without its lock held: the program dies`
	}
}

func (g *Gate) isOpen() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.open
}

func (g *Gate) Open() {
	g.mu.Lock()
	g.open = true
	g.mu.Unlock()
	g.cond.Broadcast()
}

// Behind starts a goroutine that waits when it has let go of the lock.
func (g *Gate) Behind() {
	g.mu.Lock()
	g.mu.Unlock()
	go func() {
		g.cond.Wait() // want `Wait without its lock held`
	}()
}
