// Package registry calls its listeners with its lock held.
package registry

import "sync"

type Registry struct {
	mu        sync.Mutex
	names     map[string]int
	listeners []func(name string)
}

func (r *Registry) OnAdd(f func(name string)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.listeners = append(r.listeners, f)
}

func (r *Registry) Add(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.names[name]++
	for _, f := range r.listeners {
		f(name)
	}
}

func (r *Registry) Count(name string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.names[name]
}

// Each calls f for all names, with the lock held.
func (r *Registry) Each(f func(name string)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for n := range r.names {
		f(n)
	}
}
