package double_decided

import "sync"

type Svc struct {
	mu    sync.Mutex
	count int
}

func (s *Svc) trim(n int) {
	if n >= 10 {
		s.mu.Lock()
		s.count -= n
		s.mu.Unlock()
	}
}

func (s *Svc) Trim(n int) {
	if n < 5 {
		s.trim(n)
		return
	}
	s.mu.Lock()
	s.trim(n) // want doublelock
	s.mu.Unlock()
}
