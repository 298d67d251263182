// Package clean_configured has objects that options, and a method, configure before anything else knows them.
package clean_configured

import "sync"

type Option func(*Store)

func Locked() Option { return func(s *Store) { s.locked = true } }

type Store struct {
	locked, shared bool
	mu             sync.Mutex
	n              int
}

func New(shared bool, options ...Option) *Store {
	s := &Store{}
	for _, o := range options {
		o(s)
	}
	s.init(shared)
	return s
}

func (s *Store) init(shared bool) { s.shared = shared }

func (s *Store) Put() {
	if s.locked {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	s.put()
}

func (s *Store) put() {
	if !s.locked {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	s.n++
}

func (s *Store) Get() int {
	if s.shared {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	return s.get()
}

func (s *Store) get() int {
	if !s.shared {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	return s.n
}
