// Package clean_returns_unlock hands out the function that unlocks.
package clean_returns_unlock

import "sync"

type Store struct {
	mu    sync.Mutex
	items map[string]int
}

func (s *Store) lock() func() {
	s.mu.Lock()
	return s.mu.Unlock
}

func (s *Store) Get(k string) int {
	defer s.lock()()
	return s.items[k]
}

func (s *Store) Set(k string, v int) {
	unlock := s.lock()
	s.items[k] = v
	unlock()
	unlock = s.lock()
	defer unlock()
	s.items[k]++
}
