package session

import (
	"errors"
	"sync"
)

var errNotOpen = errors.New("session: not open")

// A Session is opened, used by workers, and closed.
type Session struct {
	mu   sync.Mutex
	open bool
	n    int
}

func (s *Session) Open() { s.mu.Lock(); defer s.mu.Unlock(); s.open = true }

func (s *Session) Send(n int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.open {
		return errNotOpen
	}
	s.n += n
	return nil
}

func (s *Session) Sum() int { s.mu.Lock(); defer s.mu.Unlock(); return s.n }
