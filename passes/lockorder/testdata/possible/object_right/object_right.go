// Package object_right releases the lock of the connection first.
package object_right

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
	c.n++
	c.mu.Unlock()
	c.pool.owner.session.reset()
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
