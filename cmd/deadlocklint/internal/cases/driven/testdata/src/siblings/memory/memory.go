// Package memory has a store whose lock is kept when a name is there. Its type is not exported.
package memory

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
	if _, ok := s.values[s.prefix+name]; ok {
		return false
	}
	s.values[s.prefix+name] = value
	s.mu.Unlock()
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
