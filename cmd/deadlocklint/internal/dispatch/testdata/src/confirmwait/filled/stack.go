package filled

import "sync"

// A Stack hands out what was pushed.
type Stack struct {
	mu     sync.Mutex
	pushed sync.Cond // uses mu
	n      int
}

func New() *Stack {
	s := &Stack{}
	s.pushed.L = &s.mu
	return s
}

func (s *Stack) Push() {
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
	s.pushed.Signal()
}

func (s *Stack) Pop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pushed.Wait()
	s.n--
}

func (s *Stack) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.n
}
