// Package clean_computed_mode passes a mode that a small function returns.
package clean_computed_mode

import "sync"

const held = "held"

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

func always() string { return held }

func mode(locked bool) string {
	if locked {
		return held
	}
	return "lock"
}

func (s *Store) Always() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.do(always())
}

func (s *Store) Mode() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.do(mode(true))
}
