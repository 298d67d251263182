// Package keptlock_fixed unlocks on both paths.
package keptlock_fixed

import "sync"

type Set struct {
	mu  sync.Mutex
	all map[string]bool
}

func New() *Set { return &Set{all: map[string]bool{}} }

// Add reports whether the key is new.
func (s *Set) Add(key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all[key] {
		return false
	}
	s.all[key] = true
	return true
}
