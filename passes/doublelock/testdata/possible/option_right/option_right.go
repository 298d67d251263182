// Package option_right unlocks before it sets a value without an option.
package option_right

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

// Copy has the lock while it reads.
func (r *Registry) Copy(from, to string) {
	r.mu.Lock()
	v := r.m[from]
	r.mu.Unlock()
	r.Set(to, v)
}
