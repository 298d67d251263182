// Package session: a connection that fails resets the session of its pool's owner,
// three pointers away. Whether it is the one that closes the connection is not known.
package session

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
	defer c.mu.Unlock()
	c.failed = true
	c.pool.owner.session.reset() // want `lock order cycle: .*Fail .* waits for session.Session.mu holding session.Conn.mu`
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
