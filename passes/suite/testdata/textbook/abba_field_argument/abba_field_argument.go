// Package abba_field_argument hands a function that it keeps in a field to a function that calls it with a lock.
package abba_field_argument

import "sync"

type Store struct {
	mu      sync.Mutex
	events  sync.Mutex
	changed func()
}

func New() *Store {
	s := &Store{}
	s.changed = func() { s.note() }
	return s
}

func (s *Store) note() {
	s.events.Lock()
	defer s.events.Unlock()
}

func (s *Store) Put() {
	s.locked(s.changed) // want lockorder
}

func (s *Store) locked(then func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	then()
}

func (s *Store) Drain() {
	s.events.Lock()
	defer s.events.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
}
