// Package abba_made_before makes an object and tells others of it before it takes the lock that these ask for.
package abba_made_before

import "sync"

type Server struct {
	mu      sync.Mutex
	meta    *Client
	started chan *Client
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
	s.started <- c
	s.mu.Lock()
	defer s.mu.Unlock()
	s.meta = c
	c.register(id) // want lockorder
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
