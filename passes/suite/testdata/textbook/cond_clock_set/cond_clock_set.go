// Package cond_clock_set moves a clock without the lock under which it is asked.
package cond_clock_set

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

func (c *Cache) Move() {
	c.clock.Advance(time.Second) // want cond-unlocked-write
	c.cond.Broadcast()
}
