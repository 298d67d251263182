// Package option gives an option that says that the lock is held, which the check does not know.
package option

import "sync"

type options struct{ locked bool }

// An Option says how to set a value.
type Option func(*options)

// Locked says that the caller has the lock.
func Locked() Option { return func(o *options) { o.locked = true } }

type Registry struct {
	mu sync.Mutex
	m  map[string]int
}

// Set takes the lock unless an option says that the caller has it.
func (r *Registry) Set(k string, v int, opts ...Option) {
	var o options
	for _, f := range opts {
		f(&o)
	}
	if !o.locked {
		r.mu.Lock()
		defer r.mu.Unlock()
	}
	r.m[k] = v
}

// SetAll has the lock.
func (r *Registry) SetAll(m map[string]int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for k, v := range m {
		r.Set(k, v, Locked()) // want `^possible: option.Registry.mu is locked again: .*; not shown that the functions that the caller gives leave that branch open`
	}
}
