// Package counter calls the customers of a shop by their numbers. One Signal wakes a
// customer with another number, who waits again; the customer who was called sleeps on.
package counter

import "sync"

type Counter struct {
	mu     sync.Mutex
	called *sync.Cond
	now    int
}

func New() *Counter {
	c := &Counter{}
	c.called = sync.NewCond(&c.mu)
	return c
}

// Wait returns when the number has been called.
func (c *Counter) Wait(number int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.now < number {
		c.called.Wait()
	}
}

// Next calls the next number.
func (c *Counter) Next() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now++
	c.called.Signal() // fix: c.called.Broadcast()
}
