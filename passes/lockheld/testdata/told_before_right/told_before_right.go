// Package told_before_right waits with a lock for who has set a flag under it before.
package told_before_right

import "sync"

type Cleaner struct {
	mu      sync.Mutex
	running bool
	stop    chan struct{}
	work    chan func()
}

func New() *Cleaner { return &Cleaner{stop: make(chan struct{}), work: make(chan func())} }

func (c *Cleaner) Start() {
	c.mu.Lock()
	if c.running {
		c.mu.Unlock()
		return
	}
	c.running = true
	c.mu.Unlock()
	for {
		select {
		case <-c.stop:
			return
		case f := <-c.work:
			f()
		}
	}
}

func (c *Cleaner) Stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.running {
		return
	}
	c.stop <- struct{}{}
	c.running = false
}
