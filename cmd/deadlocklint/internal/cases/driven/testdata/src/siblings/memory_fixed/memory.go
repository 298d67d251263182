// Package memory_fixed has a store that gives its lock back.
package memory_fixed

import (
	"sync"

	"example.com/siblings/storage"
)

type store struct {
	mu     sync.Mutex
	prefix string
	values map[string]int
}

// New makes a store.
func New(c *storage.Config) (storage.Store, error) {
	s := &store{values: map[string]int{}}
	if c != nil {
		s.prefix = c.Prefix
	}
	return s, nil
}

func (s *store) Add(name string, value int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.values[s.prefix+name]; ok {
		return false
	}
	s.values[s.prefix+name] = value
	return true
}

func (s *store) Total() (sum int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, v := range s.values {
		sum += v
	}
	return sum
}
