// Package hook_function_right calls functions that it was given without its lock,
// and with it only those of its own.
package hook_function_right

import "sync"

type Cache struct {
	mu      sync.Mutex
	size    int
	clock   func() int
	evicted func(key string)
}

// An Option configures a Cache.
type Option func(*Cache)

// OnEvict sets what is called for what leaves the cache.
func OnEvict(f func(key string)) Option { return func(c *Cache) { c.evicted = f } }

func New(opts ...Option) *Cache {
	n := 0
	c := &Cache{clock: func() int { n++; return n }}
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
	c.size -= c.clock()
	c.mu.Unlock()
	c.evicted(key)
}

// Each calls f with the lock held; who passes f sees that.
func (c *Cache) Each(f func(int)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f(c.size)
}
