// Package keptlock keeps its lock on one path.
package keptlock

import "sync"

type Set struct {
	mu  sync.Mutex
	all map[string]bool
}

func New() *Set { return &Set{all: map[string]bool{}} }

// Add reports whether the key is new.
func (s *Set) Add(key string) bool {
	s.mu.Lock()
	if s.all[key] {
		return false
	}
	s.all[key] = true
	s.mu.Unlock()
	return true
}
