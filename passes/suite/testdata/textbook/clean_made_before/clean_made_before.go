// Package clean_made_before puts a new object where others find it with the lock held that those take.
package clean_made_before

import "sync"

type Server struct {
	mu      sync.Mutex
	meta    *Client
	clients map[int]*Client
	loaded  int
}

type Client struct {
	mu  sync.Mutex
	srv *Server
	id  int
}

func newClient(s *Server) *Client { return &Client{srv: s} }

func (s *Server) Setup(id int) {
	c := newClient(s)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.meta = c
	c.register(id)
}

func (c *Client) register(id int) {
	c.mu.Lock()
	c.id = id
	c.mu.Unlock()
}

func (c *Client) Reload() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.srv.lookup(c.id)
}

func (s *Server) lookup(id int) {
	s.mu.Lock()
	s.loaded = id
	s.mu.Unlock()
}
