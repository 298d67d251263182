// Package double_parent locks a parent again through the children that it made.
package double_parent

import "sync"

type Server struct {
	mu    sync.Mutex
	conns map[int]*Conn
}

type Conn struct {
	id  int
	srv *Server
}

func newConn(s *Server, id int) *Conn { return &Conn{id: id, srv: s} }

func (s *Server) Accept(id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := newConn(s, id)
	s.add(c)
}

func (s *Server) add(c *Conn) { s.conns[c.id] = c }

func (c *Conn) Close() {
	c.srv.mu.Lock()
	delete(c.srv.conns, c.id)
	c.srv.mu.Unlock()
}

func (s *Server) CloseAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.conns {
		c.Close() // want doublelock
	}
}
