package m

import "sync"

type Queue struct {
	mu    sync.Mutex
	items []int
}

type Stats struct {
	mu sync.Mutex
	n  int
}

func (s *Stats) Inc() {
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
}

func (q *Queue) Push(s *Stats, v int) {
	q.mu.Lock()
	q.items = append(q.items, v)
	q.mu.Unlock()
	s.Inc()
}

func (q *Queue) Drain(s *Stats) {
	q.mu.Lock()
	q.items = nil
	q.mu.Unlock()
	s.Inc()
}

func (s *Stats) Report(q *Queue) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	q.mu.Lock()
	defer q.mu.Unlock()
	return s.n + len(q.items)
}
