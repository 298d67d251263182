// Package clean_compared asks the same in other words when it unlocks.
package clean_compared

import "sync"

const lockIt = 4

type Store struct {
	mu sync.Mutex
	n  int
}

func (s *Store) AtMost(n int) {
	if n > 0 {
		s.mu.Lock()
	}
	s.n += n
	if n <= 0 {
		return
	}
	s.mu.Unlock()
}

func (s *Store) AtLeast(n int) {
	if n >= 1 {
		s.mu.Lock()
	}
	s.n += n
	if 0 < n {
		s.mu.Unlock()
	}
}

func (s *Store) Length(words ...string) {
	if len(words) > 0 {
		s.mu.Lock()
	}
	s.n++
	if len(words) != 0 {
		s.mu.Unlock()
	}
}

func (s *Store) Empty(words []string) {
	if len(words) == 0 {
		s.mu.Lock()
	}
	s.n++
	if len(words) < 1 {
		s.mu.Unlock()
	}
}

func (s *Store) Bits(flags int) {
	if flags&lockIt != 0 {
		s.mu.Lock()
	}
	s.n++
	if flags&lockIt != 0 {
		s.mu.Unlock()
	}
}

func (s *Store) Unsigned(n uint) {
	if n != 0 {
		s.mu.Lock()
	}
	s.n++
	if n > 0 {
		s.mu.Unlock()
	}
}

func (s *Store) UnsignedZero(n uint8) {
	if n >= 1 {
		s.mu.Lock()
	}
	s.n++
	if n == 0 {
		return
	}
	s.mu.Unlock()
}
