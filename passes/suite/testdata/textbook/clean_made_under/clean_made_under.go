// Package clean_made_under locks objects that it has made while it held the other lock, and has put where others
// will find them.
package clean_made_under

import "sync"

type Conn struct {
	mu     sync.Mutex
	server *Server
	n      int
}

func newConn(s *Server) *Conn { return &Conn{server: s} }

func (c *Conn) send() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
}

type Server struct {
	mu    sync.Mutex
	next  *Conn
	conns map[int]*Conn
	n     int
}

func (s *Server) Open() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next = newConn(s)
	s.next.n = s.n
	s.next.send()
}

func (s *Server) Add(id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := newConn(s)
	s.conns[id] = c
	c.send()
}

func (c *Conn) Renew() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.server.count()
}

func (s *Server) count() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
}
