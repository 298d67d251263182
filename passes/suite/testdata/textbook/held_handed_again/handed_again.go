// Package held_handed_again starts a goroutine with a lock. A later waiter holds the lock anew.
package held_handed_again

import "sync"

type S struct {
	mu   sync.Mutex
	n    int
	done chan int
}

func (s *S) work() {
	s.n++
	s.mu.Unlock()
	for i := 0; i < 3; i++ {
		s.mu.Lock()
		s.n++
		s.mu.Unlock()
		s.done <- 1
	}
}
func (s *S) Start() {
	s.mu.Lock()
	go s.work()
}
func (s *S) Next() {
	s.mu.Lock()
	defer s.mu.Unlock()
	<-s.done // want lockheld
}
