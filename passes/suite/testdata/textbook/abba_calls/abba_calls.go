// Package abba_calls: each side takes the second lock in a function it calls.
package abba_calls

import "sync"

type Cache struct {
	mu    sync.Mutex
	items map[string]int
	stats *Stats
}

type Stats struct {
	mu    sync.Mutex
	hits  int
	cache *Cache
}

func (c *Cache) Get(key string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.count() // want lockorder
	return c.items[key]
}

func (c *Cache) count() { c.stats.add(1) }

func (s *Stats) add(n int) {
	s.mu.Lock()
	s.hits += n
	s.mu.Unlock()
}

func (c *Cache) size() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.items)
}

func (s *Stats) Ratio() float64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return float64(s.hits) / float64(s.cache.size())
}
