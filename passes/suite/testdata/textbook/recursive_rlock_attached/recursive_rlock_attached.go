// Package recursive_rlock_attached reads again through a function that was
// attached to what it holds the lock for.
package recursive_rlock_attached

import "sync"

type Link interface {
	Check() bool
	attach(update func(int) bool)
}

type Switch struct {
	mu    sync.RWMutex
	links map[int]Link
	known map[int]bool
}

type config struct{ update func(int) bool }

type link struct {
	cfg config
	id  int
}

func NewLink(id int) Link { return &link{id: id} }

func (l *link) attach(update func(int) bool) { l.cfg.update = update }

func (l *link) Check() bool { return l.cfg.update(l.id) }

func (s *Switch) Add(id int, l Link) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.links[id] = l
	l.attach(s.update)
}

func (s *Switch) update(id int) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.known[id]
}

func (s *Switch) byID(id int) (Link, bool) {
	l, ok := s.links[id]
	return l, ok
}

func (s *Switch) Forward(id int) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	l, ok := s.byID(id)
	if !ok {
		return false
	}
	return l.Check() // want recursive-rlock
}
