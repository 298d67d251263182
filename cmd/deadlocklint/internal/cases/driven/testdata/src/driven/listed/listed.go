// Package listed has a registry whose listings hold its lock until they are read.
package listed

import "sync"

type Registry struct {
	mu    sync.RWMutex
	names map[string]bool
}

func New(names ...string) *Registry {
	r := &Registry{names: map[string]bool{}}
	for _, n := range names {
		r.names[n] = true
	}
	return r
}

func (r *Registry) Add(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.names[name] = true
}

func (r *Registry) Remove(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.names, name)
}

// Names sends the names, and then closes the channel.
func (r *Registry) Names() <-chan string {
	ch := make(chan string)
	go r.send(ch)
	return ch
}

// A Listing has the names in C.
type Listing struct{ C <-chan string }

// List makes a listing.
func (r *Registry) List() *Listing {
	ch := make(chan string)
	go r.send(ch)
	return &Listing{ch}
}

func (r *Registry) send(ch chan<- string) {
	defer close(ch)
	r.mu.RLock()
	if len(r.names) == 0 {
		return
	}
	defer r.mu.RUnlock()
	for n := range r.names {
		ch <- n
	}
}
