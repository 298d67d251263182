// Package double_computed_mode passes a mode that locks once more.
package double_computed_mode

import "sync"

type Store struct {
	mu sync.Mutex
	n  int
}

func (s *Store) do(mode string) {
	if mode == "lock" {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	s.n++
}

func mode(locked bool) string {
	if locked {
		return "held"
	}
	return "lock"
}

func (s *Store) Mode() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.do(mode(false)) // want doublelock
}

func (s *Store) Unknown(locked bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.do(mode(locked)) // want doublelock
}
