// Package hook_behind_right has no hook for what it calls with its lock, only for
// another list.
package hook_behind_right

import (
	"sync"

	"example.com/callback/hook_behind/list"
)

type lru interface {
	Add(key string)
	Len() int
}

type Cache struct {
	mu   sync.Mutex
	keys lru
}

func New() (*Cache, error) {
	l, err := list.New(nil)
	if err != nil {
		return nil, err
	}
	return &Cache{keys: l}, nil
}

func (c *Cache) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.keys.Len()
}

func (c *Cache) Add(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.keys.Add(key)
}

// Told has a hook, and calls it without its lock.
type Told struct {
	mu   sync.Mutex
	told lru
	n    int
}

func NewTold(dropped func(key string)) (*Told, error) {
	l, err := list.New(dropped)
	if err != nil {
		return nil, err
	}
	return &Told{told: l}, nil
}

func (t *Told) Add(key string) {
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
	t.told.Add(key)
}

func (t *Told) Count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.n
}
