// Package clean_lost gives up what it has made, which stays locked: nobody else knows it.
package clean_lost

import (
	"errors"
	"sync"
)

var errName = errors.New("no name")

type Store struct {
	mu    sync.Mutex
	names map[string]bool
}

func Open(name string) (*Store, error) {
	s := &Store{names: map[string]bool{}}
	s.mu.Lock()
	if name == "" {
		return nil, errName
	}
	s.names[name] = true
	s.mu.Unlock()
	return s, nil
}

func (s *Store) Has(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.names[name]
}
