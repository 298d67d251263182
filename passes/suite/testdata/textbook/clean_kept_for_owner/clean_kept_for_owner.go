// Package clean_kept_for_owner has an object that keeps a function of its owner, which has made it, and calls it
// without a lock.
package clean_kept_for_owner

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
	process := c.process
	c.mu.Unlock()
	process()
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
