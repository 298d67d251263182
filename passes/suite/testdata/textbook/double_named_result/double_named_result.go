// Package double_named_result gives away a literal in a named result, and calls it
// with the lock that it takes.
package double_named_result

import "sync"

type Service struct {
	mu      sync.Mutex
	running map[int]int
	done    map[chan int]bool
}

// watch sees what ends before it is known to have started; it has a deferred call,
// so its results are variables.
func (s *Service) watch() (started func(id int), cleanup func()) {
	seen := make(chan int, 1)

	s.mu.Lock()
	defer s.mu.Unlock()
	s.done[seen] = true

	started = func(id int) {
		s.mu.Lock()
		delete(s.done, seen)
		s.running[id]++
		s.mu.Unlock()
	}
	cleanup = func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.done, seen)
	}
	return started, cleanup
}

func (s *Service) Create(id int) error {
	started, cleanup := s.watch()
	s.mu.Lock()
	defer s.mu.Unlock()
	defer cleanup() // comes to nothing: started waits for ever
	started(id)     // want doublelock
	return nil
}
