// Package session_right lets go of the connection first. In Near the two objects are
// one step apart, which is for lockorder to report.
package session_right

import "sync"

type Session struct {
	mu    sync.Mutex
	conns []*Conn
	state int
}

type Owner struct{ session *Session }

type Pool struct{ owner *Owner }

type Conn struct {
	mu     sync.Mutex
	pool   *Pool
	failed bool
}

func (s *Session) reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state = 0
}

func (c *Conn) Fail() {
	c.mu.Lock()
	c.failed = true
	c.mu.Unlock()
	c.pool.owner.session.reset()
}

func (c *Conn) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.failed = true
}

func (s *Session) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.conns {
		c.close()
	}
}

type Hub struct {
	mu   sync.Mutex
	feed *Near
	n    int
}

type Near struct {
	mu  sync.Mutex
	hub *Hub
	n   int
}

func (h *Hub) Send() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.feed.mu.Lock()
	h.feed.n++
	h.feed.mu.Unlock()
}

func (f *Near) Send() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.hub.mu.Lock()
	f.hub.n++
	f.hub.mu.Unlock()
}
