// Package clean_fresh takes the lock of an object that it has just made before
// another one, and gives it to a goroutine only after that.
package clean_fresh

import "sync"

type Server struct {
	mu    sync.Mutex
	conns []*Conn
}

type Conn struct {
	mu sync.Mutex
	n  int
}

func (s *Server) Dial() *Conn {
	c := &Conn{}
	c.mu.Lock()
	s.mu.Lock()
	s.conns = append(s.conns, c)
	s.mu.Unlock()
	c.mu.Unlock()
	go func() { c.count() }()
	return c
}

func (c *Conn) count() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
}

func (s *Server) Sum() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	sum := 0
	for _, c := range s.conns {
		c.mu.Lock()
		sum += c.n
		c.mu.Unlock()
	}
	return sum
}
