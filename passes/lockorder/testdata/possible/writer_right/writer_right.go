// Package writer_right has readers in both orders, and no writer.
package writer_right

import "sync"

type Cache struct {
	keys, values sync.RWMutex
	n, m         int
}

func (c *Cache) Get() int {
	c.keys.RLock()
	defer c.keys.RUnlock()
	c.values.RLock()
	defer c.values.RUnlock()
	return c.n + c.m
}

func (c *Cache) Find() int {
	c.values.RLock()
	defer c.values.RUnlock()
	c.keys.Lock()
	defer c.keys.Unlock()
	return c.n + c.m
}
