// Package double_direct locks again in one function.
package double_direct

import "sync"

type Counter struct {
	mu sync.Mutex
	n  int
}

func (c *Counter) Reset(to int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if to < 0 {
		c.mu.Lock() // want doublelock
		c.n = 0
		c.mu.Unlock()
		return
	}
	c.n = to
}
