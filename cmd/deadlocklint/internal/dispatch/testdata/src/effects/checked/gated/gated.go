// Package gated has a gate that is one object whenever the two orders meet: it is global, or where the two locks are.
package gated

import "sync"

var gate, routes, peers struct {
	sync.Mutex
	n int
}

func Read() {
	gate.Lock()
	defer gate.Unlock()
	routes.Lock()
	defer routes.Unlock()
	peers.Lock()
	peers.n++
	peers.Unlock()
}

func Write() {
	gate.Lock()
	defer gate.Unlock()
	peers.Lock()
	defer peers.Unlock()
	routes.Lock()
	routes.n++
	routes.Unlock()
}

type table struct {
	mu   sync.Mutex
	rows int
}

type Hall struct {
	mu         sync.Mutex
	seats, bar *table
	a, b       sync.Mutex
	n          int
}

func (h *Hall) Enter() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.a.Lock()
	defer h.a.Unlock()
	h.b.Lock()
	h.n++
	h.b.Unlock()
}

func (h *Hall) Leave() { h.leave() }

func (h *Hall) leave() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.b.Lock()
	defer h.b.Unlock()
	h.a.Lock()
	h.n--
	h.a.Unlock()
}

type store struct{ a, b sync.Mutex }

// Each Client has a store of its own.
type Client struct {
	mu sync.Mutex
	s  *store
}

func NewClient() *Client { return &Client{s: &store{}} }

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
