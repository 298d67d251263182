// Package double_sentinel asks for the error with which the lock is held.
package double_sentinel

import (
	"errors"
	"sync"
)

var (
	errBusy   = errors.New("busy")
	errClosed = errors.New("closed")
)

type Store struct {
	mu sync.Mutex
	n  int
}

func (s *Store) try(n int) error {
	s.mu.Lock()
	if n > 3 {
		return errBusy
	}
	s.mu.Unlock()
	return nil
}

func (s *Store) Try(n int) {
	if err := s.try(n); err == errBusy {
		s.mu.Unlock()
	}
}

func (s *Store) Retry(n int) {
	err := s.try(n)
	if err != nil && err != errClosed {
		s.mu.Lock() // want doublelock
		s.mu.Unlock()
	}
}
