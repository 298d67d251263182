// Package unlock_lost gives up what it has made, which stays locked and is known by then; or it returns it.
package unlock_lost

import (
	"errors"
	"sync"
)

var errName = errors.New("no name")

var stores = map[string]*Store{}

type Store struct {
	mu    sync.Mutex
	names map[string]bool
}

func Open(name string) (*Store, error) {
	s := &Store{names: map[string]bool{}}
	stores[name] = s
	s.mu.Lock()
	if name == "" {
		return nil, errName // want missingunlock
	}
	s.names[name] = true
	s.mu.Unlock()
	return s, nil
}

func New(name string) *Store {
	s := &Store{names: map[string]bool{}}
	s.mu.Lock()
	if name == "" {
		return s // want missingunlock
	}
	s.names[name] = true
	s.mu.Unlock()
	return s
}

func (s *Store) Has(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.names[name]
}
