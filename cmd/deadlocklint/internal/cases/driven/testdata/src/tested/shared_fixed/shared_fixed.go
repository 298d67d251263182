// Package shared_fixed compares sets, each read under its lock. No lock is held when the other set is read.
package shared_fixed

import "sync"

type Set struct {
	mu    sync.RWMutex
	names map[string]bool
}

func Of(names ...string) *Set {
	s := &Set{names: map[string]bool{}}
	for _, n := range names {
		s.Add(n)
	}
	return s
}

// Add adds a name.
func (s *Set) Add(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.names[name] = true
}

// Has reports whether a name is in the set.
func (s *Set) Has(name string) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.names[name]
}

func (s *Set) list() (names []string) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for n := range s.names {
		names = append(names, n)
	}
	return names
}

// In reports whether all names are in another set.
func (s *Set) In(o *Set) bool {
	if s == o {
		return true
	}
	for _, n := range s.list() {
		if !o.Has(n) {
			return false
		}
	}
	return true
}
