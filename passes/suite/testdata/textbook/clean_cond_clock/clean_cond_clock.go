// Package clean_cond_clock asks a clock, which does not change it.
package clean_cond_clock

import (
	"sync"
	"time"
)

type Clock interface {
	After(d time.Duration) <-chan time.Time
	Advance(d time.Duration)
	Passed() bool
}

type Cache struct {
	mu    sync.Mutex
	cond  *sync.Cond
	clock Clock
}

func New(c Clock) *Cache {
	n := &Cache{clock: c}
	n.cond = sync.NewCond(&n.mu)
	return n
}

func (c *Cache) Wait() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for !c.clock.Passed() {
		c.cond.Wait()
	}
}

func (c *Cache) Wake() {
	<-c.clock.After(time.Second)
	c.cond.Broadcast()
}
