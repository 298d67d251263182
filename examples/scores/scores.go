// Package scores reads a table of scores. Mean holds the read lock and calls a method that
// takes it again: a writer that waits between the two blocks the second one.
package scores

import "sync"

type Scores struct {
	mu     sync.RWMutex
	points []int
}

func (s *Scores) Add(points int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.points = append(s.points, points)
}

func (s *Scores) Len() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.points)
}

func (s *Scores) Mean() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	sum := 0
	for _, p := range s.points {
		sum += p
	}
	return sum / max(1, s.Len()) // fix: return sum / max(1, len(s.points))
}
