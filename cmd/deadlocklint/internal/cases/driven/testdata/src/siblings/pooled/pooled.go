// Package pooled keeps its lock when a connection is put twice. Only open ones come so far, and another package opens them.
package pooled

import (
	"sync"

	"example.com/siblings/wire"
)

// A Pool has open connections.
type Pool struct {
	mu   sync.Mutex
	free map[*wire.Conn]bool
}

// New makes a pool.
func New() *Pool { return &Pool{free: map[*wire.Conn]bool{}} }

// Put puts an open connection into the pool.
func (p *Pool) Put(c *wire.Conn) bool {
	if c == nil || !c.IsOpen() {
		return false
	}
	p.mu.Lock()
	if p.free[c] {
		return false
	}
	p.free[c] = true
	p.mu.Unlock()
	return true
}
