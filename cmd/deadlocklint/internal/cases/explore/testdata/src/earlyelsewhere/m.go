package m

import "sync"

type Stack struct {
	mu    sync.Mutex
	items []int
}

func New(n int) *Stack { return &Stack{items: make([]int, n)} }

func (s *Stack) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.items)
}

func (s *Stack) Pop() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return last
}

func (s *Stack) TryPop() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.items) == 0 {
		return false
	}
	s.items = s.items[1:]
	return true
}

func (s *Stack) Drain() {
	for s.Len() > 0 {
		s.Pop()
	}
}

func (s *Stack) DrainWell() {
	for s.TryPop() {
	}
}
