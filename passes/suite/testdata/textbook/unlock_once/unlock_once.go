// Package unlock_once releases its lock once, by sync.Once or OnceFunc: too late, or
// not on all paths.
package unlock_once

import "sync"

type Store struct {
	mu sync.Mutex
	n  int
}

func (s *Store) Add() {
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
}

// begin locks and returns what unlocks.
func (s *Store) begin() func() {
	s.mu.Lock()
	return sync.OnceFunc(s.mu.Unlock)
}

func (s *Store) Late() {
	done := s.begin()
	defer done()
	s.Add() // want doublelock
}

func (s *Store) Deferred() {
	s.mu.Lock()
	var once sync.Once
	unlock := func() { once.Do(s.mu.Unlock) }
	defer unlock()
	s.Add() // want doublelock
}

func (s *Store) Forgotten() int {
	s.mu.Lock()
	unlock := sync.OnceFunc(func() { s.mu.Unlock() })
	if s.n > 0 {
		return s.n // want missingunlock
	}
	unlock()
	return 0
}
