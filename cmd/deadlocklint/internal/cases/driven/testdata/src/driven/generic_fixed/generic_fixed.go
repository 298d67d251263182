// Package generic_fixed calls back after it has unlocked.
package generic_fixed

import "sync"

type Cache[K comparable, V any] struct {
	mu   sync.RWMutex
	all  map[K]V
	gone func(c *Cache[K, V], key K)
}

// New makes a cache.
func New[K comparable, V any]() *Cache[K, V] { return &Cache[K, V]{all: map[K]V{}} }

// Gone sets what is called for each key that is removed.
func (c *Cache[K, V]) Gone(f func(c *Cache[K, V], key K)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.gone = f
}

func (c *Cache[K, V]) Len() int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return len(c.all)
}

func (c *Cache[K, V]) Put(key K, value V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all[key] = value
}

func (c *Cache[K, V]) Remove(key K) {
	c.mu.Lock()
	delete(c.all, key)
	gone := c.gone
	c.mu.Unlock()
	if gone != nil {
		gone(c, key)
	}
}
