// Package clean_flag locks and unlocks under the same flag.
package clean_flag

import "sync"

type Stream struct {
	mu  sync.Mutex
	seq int
}

func (s *Stream) Next(lock bool) int {
	if lock {
		s.mu.Lock()
	}
	s.seq++
	n := s.seq
	if lock {
		s.mu.Unlock()
	}
	return n
}

func (s *Stream) Skip(n int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	for range n {
		s.Next(false)
	}
	return s.Next(false)
}

func (s *Stream) Peek(need bool) int {
	if need {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	return s.seq
}
