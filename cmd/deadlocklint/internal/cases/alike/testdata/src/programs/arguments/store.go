package main

import (
	"errors"
	"sync"
)

// A Store takes keys until Close.
type Store struct {
	mu     sync.Mutex
	closed bool
	keys   map[string]bool
}

func NewStore(key string) *Store { return &Store{keys: map[string]bool{key: true}} }

func (s *Store) Put(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		panic(errors.New("Put after Close"))
	}
	s.keys[key] = true
}

func (s *Store) Close() { s.mu.Lock(); defer s.mu.Unlock(); s.closed = true }
