// Package hook_behind calls what it was given through another package, behind an
// interface.
package hook_behind

import (
	"sync"

	"example.com/callback/hook_behind/list"
)

type lru interface {
	Add(key string)
	Len() int
}

type Cache struct {
	mu  sync.Mutex
	lru lru
}

func New(dropped func(key string)) (*Cache, error) {
	l, err := list.New(list.Dropped(dropped))
	if err != nil {
		return nil, err
	}
	return &Cache{lru: l}, nil
}

func (c *Cache) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lru.Len()
}

func (c *Cache) Add(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lru.Add(key) // want `Add \(list.go:20\) → .*drop \(list.go:28\) calls the user's list.LRU.dropped holding hook_behind.Cache.mu`
}
