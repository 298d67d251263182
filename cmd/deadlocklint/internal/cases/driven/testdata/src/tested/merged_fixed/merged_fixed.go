// Package merged_fixed merges sets. The locks of two sets are taken in the order of their numbers.
package merged_fixed

import (
	"sync"
	"sync/atomic"
)

type Set struct {
	number int64
	mu     sync.Mutex
	names  map[string]bool
}

var last atomic.Int64

func Of(names ...string) *Set {
	s := &Set{number: last.Add(1), names: map[string]bool{}}
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
	first, second := s, o
	if first.number > second.number {
		first, second = second, first
	}
	first.mu.Lock()
	defer first.mu.Unlock()
	second.mu.Lock()
	defer second.mu.Unlock()
	for n := range o.names {
		s.names[n] = true
	}
}

func (s *Set) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.names)
}
