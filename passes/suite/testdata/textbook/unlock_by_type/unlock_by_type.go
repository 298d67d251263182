// Package unlock_by_type locks what has one type or another, and asks again.
package unlock_by_type

import "sync"

type file struct {
	mu sync.Mutex
	n  int
}

type memory struct {
	mu sync.Mutex
	n  int
}

type stream struct{ store any }

func (s *stream) hold(work func()) int {
	if f, ok := s.store.(*file); ok {
		f.mu.Lock()
	} else if m, ok := s.store.(*memory); ok {
		m.mu.Lock()
	}
	for range 3 {
		work()
	}
	if f, ok := s.store.(*file); ok {
		f.mu.Unlock()
	} else if m, ok := s.store.(*memory); ok {
		m.mu.Unlock()
	}
	if f, ok := s.store.(*file); ok {
		f.mu.Lock()
		defer f.mu.Unlock()
		return f.n
	}
	return 0
}

// forgets unlocks only one of them.
func (s *stream) forgets(work func()) {
	if f, ok := s.store.(*file); ok {
		f.mu.Lock()
	}
	work()
	if f, ok := s.store.(*file); ok {
		f.mu.Lock() // want doublelock
		f.n++
		f.mu.Unlock()
	}
}
