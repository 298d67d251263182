// Package unlock_returned_field returns with the lock that came with a result that is not nil.
package unlock_returned_field

import "sync"

type entry struct{ uses int }

type cache struct {
	mu   sync.Mutex
	last *entry
}

// take returns with the lock if there is an entry.
func (c *cache) take() *entry {
	c.mu.Lock()
	if c.last == nil {
		c.mu.Unlock()
		return nil
	}
	return c.last
}

func (c *cache) Use(limit int) {
	e := c.take()
	if e == nil {
		return
	}
	e.uses++
	if e.uses > limit {
		return // want missingunlock
	}
	c.mu.Unlock()
}
