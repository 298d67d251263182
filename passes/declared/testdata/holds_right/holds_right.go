// Package holds_right calls functions with the lock they ask for.
package holds_right

import "sync"

type Server struct {
	mu    sync.Mutex
	conns int
}

//deadlocklint:holds mu
func (s *Server) add() { s.conns++ }

// twice says so as well.
//
//deadlocklint:holds mu
func (s *Server) twice() {
	s.add()
	s.add()
}

func (s *Server) Accept() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.twice()
	s.inner()
}

// inner is called with the lock only.
func (s *Server) inner() { s.add() }

// Maybe takes it when it is asked to.
func (s *Server) Maybe(lock bool) {
	if lock {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	if lock {
		s.add()
	}
}
