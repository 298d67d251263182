// Package clean_argument passes constants by which the called function leaves the lock alone.
package clean_argument

import "sync"

type Mode int

const (
	Unlocked Mode = iota
	Locked
)

const (
	lockIt = 1 << iota
	countIt
)

type Store struct {
	mu sync.Mutex
	n  int
}

func (s *Store) put(mode Mode) {
	if mode != Locked {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	s.n++
}

func (s *Store) Put() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pass(Locked)
}

func (s *Store) pass(mode Mode) { s.put(mode) }

func (s *Store) add(n int) {
	if n > 0 {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	s.n += n
}

func (s *Store) Add() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add(0)
}

func (s *Store) log(words ...string) {
	if len(words) == 0 {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	s.n++
}

func (s *Store) Log() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log("locked")
}

func (s *Store) flagged(flags int) {
	if flags&lockIt != 0 {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	s.n++
}

func (s *Store) Flagged() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.flagged(countIt)
}

func (s *Store) typed(v any) {
	switch v.(type) {
	case int:
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	s.n++
}

func (s *Store) Typed() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.typed("text")
}

func (s *Store) owned(by *Store) {
	if by == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	s.n++
}

func (s *Store) Owned() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.owned(&Store{})
}
