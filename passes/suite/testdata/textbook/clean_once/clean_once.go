// Package clean_once releases its lock once, by sync.Once or OnceFunc: early where it
// has more to do, and at the end in any case.
package clean_once

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

func (s *Store) begin() func() {
	s.mu.Lock()
	return sync.OnceFunc(s.mu.Unlock)
}

func (s *Store) release(once *sync.Once) { once.Do(s.mu.Unlock) }

func (s *Store) Returned() {
	done := s.begin()
	defer done()
	if s.n > 0 {
		done()
		s.Add()
	}
}

func (s *Store) Literal() {
	s.mu.Lock()
	var once sync.Once
	unlock := func() { once.Do(s.mu.Unlock) }
	defer unlock()
	if s.n > 0 {
		unlock()
		s.Add()
	}
}

func (s *Store) Direct() {
	s.mu.Lock()
	var once sync.Once
	defer once.Do(s.mu.Unlock)
	if s.n > 0 {
		once.Do(s.mu.Unlock)
		s.Add()
	}
}

func (s *Store) Helper() {
	s.mu.Lock()
	var once sync.Once
	defer s.release(&once)
	if s.n > 0 {
		s.release(&once)
		s.Add()
	}
}

// Again takes the lock anew after it was released: the deferred call does nothing.
func (s *Store) Again() {
	s.mu.Lock()
	var once sync.Once
	unlock := func() { once.Do(s.mu.Unlock) }
	defer unlock()
	for s.n > 0 {
		unlock()
		s.mu.Lock()
		if s.n > 9 {
			s.mu.Unlock()
			return
		}
		s.n--
		s.mu.Unlock()
	}
}

// Given passes what releases the lock on: who gets it calls it.
func (s *Store) Given() {
	s.mu.Lock()
	finish(sync.OnceFunc(s.mu.Unlock))
	s.Add()
}

func finish(unlock func()) { unlock() }
