// Package apart_fixed has a registry and a cache of it. Each calls the other one under its own lock, and under one lock of both.
package apart_fixed

import "sync"

type Registry struct {
	both  *sync.Mutex
	mu    sync.Mutex
	cache *Cache
	names []string
}

type Cache struct {
	both     *sync.Mutex
	mu       sync.Mutex
	registry *Registry
	names    []string
}

// New makes a registry, and a cache of it.
func New() (*Registry, *Cache) {
	both := &sync.Mutex{}
	r, c := &Registry{both: both}, &Cache{both: both}
	r.cache, c.registry = c, r
	return r, c
}

// Add adds a name, and empties the cache.
func (r *Registry) Add(name string) {
	r.both.Lock()
	defer r.both.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.names = append(r.names, name)
	r.cache.Empty()
}

// Names are all names so far.
func (r *Registry) Names() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]string(nil), r.names...)
}

// Empty forgets all names.
func (c *Cache) Empty() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.names = nil
}

// Fill takes the names from the registry.
func (c *Cache) Fill() int {
	c.both.Lock()
	defer c.both.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.names = c.registry.Names()
	return len(c.names)
}
