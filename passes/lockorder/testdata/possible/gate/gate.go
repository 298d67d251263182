// Package gate has the lock of a connection around two orders of global locks: two connections pass it at one time.
package gate

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
	peers.Lock() // want `^possible lock order cycle: .*; not shown that gate.\(\*Conn\).Write and gate.\(\*Conn\).Read hold two objects of gate.Conn.mu`
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
