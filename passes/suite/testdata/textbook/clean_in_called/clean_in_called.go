// Package clean_in_called unlocks in a called function where that fails.
package clean_in_called

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
	if err := s.enough(n); err != nil {
		return err
	}
	s.count -= n
	s.mu.Unlock()
	return nil
}

// refill releases the lock for a while.
func (s *Stock) refill(from func() int) {
	s.mu.Unlock()
	n := from()
	s.mu.Lock()
	s.count += n
}

func (s *Stock) Refill(from func() int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.count == 0 {
		s.refill(from)
	}
}
