// Package unlock_in_called unlocks in a called function where that fails, and again.
package unlock_in_called

import (
	"errors"
	"sync"
)

type Stock struct {
	mu    sync.Mutex
	count int
}

func (s *Stock) enough(n int) error {
	if n > s.count {
		s.mu.Unlock()
		return errors.New("not enough")
	}
	return nil
}

func (s *Stock) Take(n int) error {
	s.mu.Lock()
	defer s.mu.Unlock() // want unlock-unlocked
	if err := s.enough(n); err != nil {
		return err
	}
	s.count -= n
	return nil
}
