// Package clean_returned_field returns a field with the lock held unless the field is nil, as its test says.
package clean_returned_field

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

func (c *cache) Use() {
	e := c.take()
	if e == nil {
		return
	}
	e.uses++
	c.mu.Unlock()
}
