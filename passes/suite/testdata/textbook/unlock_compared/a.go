// Package unlock_compared asks for something else when it unlocks.
package unlock_compared

import "sync"

const (
	lockIt   = 4
	unlockIt = 8
)

type Store struct {
	mu sync.Mutex
	n  int
}

func (s *Store) AtMost(n int) {
	if n > 0 {
		s.mu.Lock()
	}
	s.n += n
	if n <= 1 {
		return // want missingunlock
	}
	s.mu.Unlock()
}

func (s *Store) Bits(flags int) {
	if flags&lockIt != 0 {
		s.mu.Lock() // want missingunlock
	}
	s.n++
	if flags&unlockIt != 0 {
		s.mu.Unlock()
	}
}

func (s *Store) Length(words []string) {
	if len(words) > 0 {
		s.mu.Lock() // want missingunlock
	}
	s.n++
	if len(words) > 1 {
		s.mu.Unlock()
	}
}

func (s *Store) Unsigned(n uint) {
	if n != 0 {
		s.mu.Lock() // want missingunlock
	}
	s.n++
	if n > 1 {
		s.mu.Unlock()
	}
}

// Signed numbers are below zero, too.
func (s *Store) Signed(n int) {
	if n != 0 {
		s.mu.Lock() // want missingunlock
	}
	s.n++
	if n > 0 {
		s.mu.Unlock()
	}
}
