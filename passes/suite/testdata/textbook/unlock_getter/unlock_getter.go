// Package unlock_getter asks twice for what may have changed, or for two different things.
package unlock_getter

import "sync"

type Session struct {
	serial bool
	left   int
}

func (s *Session) Serial() bool { return s.serial }

func (s *Session) Next() bool { s.left--; return s.left > 0 }

type Stream struct {
	session, other *Session
	mu             sync.Mutex
	n              int
}

func (s *Stream) Write(p []byte) int {
	if s.session.Next() {
		s.mu.Lock()
	}
	s.n += len(p)
	if s.session.Next() {
		s.mu.Unlock()
	}
	return s.n // want missingunlock
}

func (s *Stream) Read(p []byte) int {
	if s.session.Serial() {
		s.mu.Lock()
	}
	s.n -= len(p)
	if s.other.Serial() {
		s.mu.Unlock()
	}
	return s.n // want missingunlock
}
