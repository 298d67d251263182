// Package told_before waits with a lock for who has set a flag under it before, and takes
// the lock once more.
package told_before

import "sync"

type Cleaner struct {
	mu      sync.Mutex
	running bool
	n       int
	stop    chan struct{}
}

func New() *Cleaner { return &Cleaner{stop: make(chan struct{})} }

func (c *Cleaner) Start() {
	c.mu.Lock()
	c.running = true
	c.mu.Unlock()
	c.count()
	<-c.stop
}

func (c *Cleaner) count() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

func (c *Cleaner) Stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.running {
		return
	}
	c.stop <- struct{}{} // want `waits to send on .*Cleaner.stop holding .*Cleaner.mu`
	c.running = false
}
