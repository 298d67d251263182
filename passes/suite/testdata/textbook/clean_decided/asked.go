package clean_decided

import "sync"

type State int

const (
	Idle State = iota
	Busy
	Closed
)

type Svc struct {
	mu    sync.Mutex
	count int
}

func (s *Svc) set(st State) {
	if st == Closed {
		s.mu.Lock()
		s.count = 0
		s.mu.Unlock()
		return
	}
	s.count++
}

func (s *Svc) Change(st State) {
	if st == Closed {
		s.set(st)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.set(st)
}

func (s *Svc) trim(n int) {
	if n >= 10 {
		s.mu.Lock()
		s.count -= n
		s.mu.Unlock()
	}
}

func (s *Svc) Trim(n int) {
	if n > 5 {
		s.trim(n)
		return
	}
	s.mu.Lock()
	s.trim(n)
	s.mu.Unlock()
}
