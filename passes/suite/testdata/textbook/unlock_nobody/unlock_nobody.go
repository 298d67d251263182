// Package unlock_nobody forgets to unlock on every path, and nobody else can do it.
package unlock_nobody

import (
	"errors"
	"slices"
	"sync"
)

type Server struct {
	mu    sync.RWMutex
	tools map[string]int
}

func (s *Server) Add(name string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tools[name] = n
}

func (s *Server) Len() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.tools)
}

func (s *Server) List(max int) ([]string, error) {
	s.mu.RLock()
	var names []string
	for n := range s.tools {
		names = append(names, n)
	}
	slices.Sort(names)
	if len(names) > max {
		return nil, errors.New("too many") // want missingunlock
	}
	return names, nil
}
