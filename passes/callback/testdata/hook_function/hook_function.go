// Package hook_function calls functions that it was given with its lock held.
package hook_function

import "sync"

type Cache struct {
	mu      sync.Mutex
	size    int
	evicted func(key string)
	OnFull  func()
}

// An Option configures a Cache.
type Option func(*Cache)

// OnEvict sets what is called for what leaves the cache.
func OnEvict(f func(key string)) Option { return func(c *Cache) { c.evicted = f } }

func New(opts ...Option) *Cache {
	c := &Cache{}
	for _, o := range opts {
		o(c)
	}
	return c
}

func (c *Cache) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.size
}

func (c *Cache) Evict(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.size--
	c.evicted(key) // want `calls the user's hook_function.Cache.evicted holding hook_function.Cache.mu`
}

func (c *Cache) Add(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.size++; c.size == 10 {
		c.OnFull() // want `calls the user's hook_function.Cache.OnFull holding hook_function.Cache.mu`
	}
}
