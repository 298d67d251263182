// Package possible has the lock of a connection around two orders of global locks: two connections pass it at one time.
package possible

import "sync"

var routes, peers struct {
	sync.Mutex
	n int
}

type Conn struct {
	mu sync.Mutex
	n  int
}

func (c *Conn) Read() {
	c.mu.Lock()
	defer c.mu.Unlock()
	routes.Lock()
	defer routes.Unlock()
	peers.Lock()
	peers.n++
	peers.Unlock()
}

func (c *Conn) Write() {
	c.mu.Lock()
	defer c.mu.Unlock()
	peers.Lock()
	defer peers.Unlock()
	routes.Lock()
	routes.n++
	routes.Unlock()
}

type store struct{ a, b sync.Mutex }

// Two Clients may share a store.
type Client struct {
	mu sync.Mutex
	s  *store
}

func NewClient(s *store) *Client { return &Client{s: s} }

func (c *Client) Read() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.s.a.Lock()
	defer c.s.a.Unlock()
	c.s.b.Lock()
	c.s.b.Unlock()
}

func (c *Client) Write() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.s.b.Lock()
	defer c.s.b.Unlock()
	c.s.a.Lock()
	c.s.a.Unlock()
}
