// Package writer_shown has a writer for one of the two.
package writer_shown

import "sync"

type Cache struct {
	keys, values sync.RWMutex
	n, m         int
}

func (c *Cache) Get() int {
	c.keys.RLock()
	defer c.keys.RUnlock()
	c.values.RLock() // want `^lock order cycle: .* \[lockorder`
	defer c.values.RUnlock()
	return c.n + c.m
}

func (c *Cache) Find() int {
	c.values.Lock()
	defer c.values.Unlock()
	c.keys.Lock()
	defer c.keys.Unlock()
	return c.n + c.m
}
