// Package apart has a registry and a cache of it. Each calls the other one under its own lock.
package apart

import "sync"

type Registry struct {
	mu    sync.Mutex
	cache *Cache
	names []string
}

type Cache struct {
	mu       sync.Mutex
	registry *Registry
	names    []string
}

// New makes a registry, and a cache of it.
func New() (*Registry, *Cache) {
	r, c := &Registry{}, &Cache{}
	r.cache, c.registry = c, r
	return r, c
}

// Add adds a name, and empties the cache.
func (r *Registry) Add(name string) {
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
	c.mu.Lock()
	defer c.mu.Unlock()
	c.names = c.registry.Names()
	return len(c.names)
}
