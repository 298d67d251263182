// Package order_right keeps to the declared order. // want package:"declared"
package order_right

import "sync"

//deadlocklint:order Server.mu < Conn.mu

type Server struct {
	mu    sync.Mutex
	conns []*Conn
}

type Conn struct {
	mu   sync.Mutex
	srv  *Server
	open bool
}

func (s *Server) CloseAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.conns {
		c.mu.Lock()
		c.open = false
		c.mu.Unlock()
	}
}

// Close has let go of its own before.
func (c *Conn) Close() {
	c.mu.Lock()
	c.open = false
	c.mu.Unlock()
	c.srv.mu.Lock()
	c.srv.conns = nil
	c.srv.mu.Unlock()
}

// Try does not wait.
func (c *Conn) Try() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.srv.mu.TryLock() {
		c.srv.conns = nil
		c.srv.mu.Unlock()
	}
}
