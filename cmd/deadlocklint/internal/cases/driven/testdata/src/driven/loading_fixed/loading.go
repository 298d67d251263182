// Package loading_fixed is a cache whose entries a callback loads in the background. The callback is needed, and no word says so.
package loading_fixed

import "sync"

type Config struct {
	OnLoad func(key string)
}

type Cache struct {
	mu      sync.Mutex
	conf    Config
	entries map[string]int
	pinned  map[string]bool
}

func New(conf Config) *Cache {
	c := &Cache{conf: conf, entries: map[string]int{}, pinned: map[string]bool{}}
	go c.conf.OnLoad("first")
	return c
}

func (c *Cache) Put(key string, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries[key] = n
}

func (c *Cache) Pin(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pinned[key] = true
}

func (c *Cache) Drop(key string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.isPinned(key) {
		return false
	}
	delete(c.entries, key)
	return true
}

func (c *Cache) isPinned(key string) bool { return c.pinned[key] }
