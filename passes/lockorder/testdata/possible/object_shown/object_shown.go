// Package object_shown has the session in the connection itself.
package object_shown

import "sync"

type Conn struct {
	mu      sync.Mutex
	session *Session
	n       int
}

type Session struct {
	mu    sync.Mutex
	conns []*Conn
	n     int
}

func (c *Conn) Fail() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.session.reset() // want `^lock order cycle: .* \[lockorder`
}

func (s *Session) reset() {
	s.mu.Lock()
	s.n = 0
	s.mu.Unlock()
}

func (s *Session) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.conns {
		c.shut()
	}
}

func (c *Conn) shut() {
	c.mu.Lock()
	c.n = 0
	c.mu.Unlock()
}
