// Package clean_attached lets go of the lock before it calls what was attached.
package clean_attached

import "sync"

type Switch struct {
	mu    sync.RWMutex
	links map[int]*Link
	known map[int]bool
}

type Link struct {
	update func(int) bool
	id     int
}

func (s *Switch) Add(id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := &Link{id: id}
	s.links[id] = l
	l.update = s.update
}

func (s *Switch) update(id int) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.known[id]
}

func (s *Switch) Forward(id int) bool {
	s.mu.RLock()
	l := s.links[id]
	s.mu.RUnlock()
	return l.update(id)
}
