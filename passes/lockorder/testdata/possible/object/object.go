// Package object has two orders of a connection and a session: that the session far away is the one that closes is not shown.
package object

import "sync"

type owner struct{ session *Session }

type pool struct{ owner *owner }

type Conn struct {
	mu   sync.Mutex
	pool *pool
	n    int
}

type Session struct {
	mu    sync.Mutex
	conns []*Conn
	n     int
}

func (c *Conn) Fail() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pool.owner.session.reset() // want `^possible lock order cycle: .*; not shown that the object.Session.mu that object.\(\*Session\).reset waits for is the one that object.\(\*Session\).Close holds`
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
