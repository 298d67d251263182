// Package double_compared asks again for what has changed meanwhile.
package double_compared

import "sync"

type Store struct {
	mu    sync.Mutex
	n     int
	items []int
}

func (s *Store) Room(c chan int) {
	if len(c) < 1 {
		s.mu.Lock()
		c <- 1
	}
	if len(c) > 0 {
		s.mu.Lock() // want doublelock
	}
	s.n++
	s.mu.Unlock()
}

func (s *Store) Count() {
	if s.n < 1 {
		s.mu.Lock()
		s.n++
	}
	if s.n > 0 {
		s.mu.Lock() // want doublelock
	}
	s.n++
	s.mu.Unlock()
}
