// Package single merges sets, each under its lock, for one goroutine.
package single

import "sync"

// A Set is not safe for concurrent use.
type Set struct {
	mu    sync.Mutex
	names map[string]bool
}

func Of(names ...string) *Set {
	s := &Set{names: map[string]bool{}}
	for _, n := range names {
		s.names[n] = true
	}
	return s
}

// Merge adds the names of another set.
func (s *Set) Merge(o *Set) {
	if s == o {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	o.mu.Lock()
	defer o.mu.Unlock()
	for n := range o.names {
		s.names[n] = true
	}
}

func (s *Set) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.names)
}
