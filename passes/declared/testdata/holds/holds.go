// Package holds calls functions without the lock they ask for.
package holds

import "sync"

type Server struct {
	mu    sync.Mutex
	conns int
}

//deadlocklint:holds mu
func (s *Server) add() { s.conns++ }

//deadlocklint:holds s.mu
func reset(s *Server) { s.conns = 0 }

// locked locks what it is called with.
//
//deadlocklint:holds mu
func (s *Server) locked() {
	s.mu.Lock() // want `locked locks .*Server.mu, which it is declared to be called with`
	s.conns++
	s.mu.Unlock()
}

func (s *Server) Accept() {
	s.mu.Lock()
	s.add()
	s.mu.Unlock()
	s.add() // want `add is called without .*Server.mu, which it is declared to be called with`
}

func (s *Server) Reset() {
	reset(s)   // want `reset is called without .*Server.mu`
	go s.add() // want `add is started as a goroutine without .*Server.mu`
}
