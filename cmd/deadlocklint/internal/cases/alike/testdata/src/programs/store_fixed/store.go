package main

import "errors"

import "sync"

// A Store refuses to be used after Close.
type Store struct {
	mu     sync.Mutex
	closed bool
	m      map[string]int
}

func New() *Store { return &Store{m: map[string]int{}} }

func (s *Store) Put(k string, v int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		panic(errors.New("store: Put after Close"))
	}
	s.m[k] = v
}

func (s *Store) Get(k string) int { s.mu.Lock(); defer s.mu.Unlock(); return s.m[k] }

func (s *Store) Close() { s.mu.Lock(); defer s.mu.Unlock(); s.closed = true }
