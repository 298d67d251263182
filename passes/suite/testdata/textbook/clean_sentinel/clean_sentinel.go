// Package clean_sentinel tells by an error whether a lock is held.
package clean_sentinel

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
	err := s.try(n)
	if err == errBusy {
		s.mu.Unlock()
		return
	}
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
}

func (s *Store) begin(n int) error {
	s.mu.Lock()
	switch {
	case n > 3:
		s.mu.Unlock()
		return errBusy
	case n > 2:
		s.mu.Unlock()
		return errClosed
	}
	return nil
}

func (s *Store) Begin(n int) error {
	err := s.begin(n)
	if errors.Is(err, errBusy) || err == errClosed {
		s.mu.Lock()
	}
	s.n++
	s.mu.Unlock()
	return err
}
