// Package writer has readers in both orders: they wait for each other once a writer waits for one of the two.
package writer

import "sync"

type Cache struct {
	keys, values sync.RWMutex
	n, m         int
}

func (c *Cache) Get() int {
	c.keys.RLock()
	defer c.keys.RUnlock()
	c.values.RLock() // want `^possible lock order cycle: .*; not shown that a writer waits for writer.Cache.values then`
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

func (c *Cache) Put(n int) {
	c.values.Lock()
	defer c.values.Unlock()
	c.m = n
}
