// Package clean_range_func unlocks and returns in the body of a loop over a
// function, and unlocks behind the loop.
package clean_range_func

import (
	"iter"
	"sync"
)

type Catalog struct {
	mu    sync.Mutex
	names []string
	seen  int
}

func (c *Catalog) all() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, n := range c.names {
			if !yield(n) {
				return
			}
		}
	}
}

func (c *Catalog) Find(name string) bool {
	c.mu.Lock()
	for n := range c.all() {
		for m := range c.all() {
			if n+m == name {
				c.mu.Unlock()
				return true
			}
			c.seen++
		}
		if n == name {
			c.mu.Unlock()
			return true
		}
	}
	c.mu.Unlock()
	return false
}
