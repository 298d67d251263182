// Package abba_kept_for_owner has an object that keeps a function of its owner, which has made it, and calls it
// with its own lock.
package abba_kept_for_owner

import "sync"

type Controller struct {
	mu      sync.Mutex
	process func()
}

func (c *Controller) HasSynced() {
	c.mu.Lock()
	defer c.mu.Unlock()
}

func (c *Controller) Run() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.process() // want lockorder
}

type Informer struct {
	mu         sync.Mutex
	controller *Controller
}

func New() *Informer {
	f := &Informer{}
	f.controller = &Controller{process: func() { f.add() }}
	return f
}

func (f *Informer) Synced() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.controller.HasSynced()
}

func (f *Informer) add() {
	f.mu.Lock()
	defer f.mu.Unlock()
}
