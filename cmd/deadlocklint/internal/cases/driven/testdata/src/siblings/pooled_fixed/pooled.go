// Package pooled_fixed gives its lock back when a connection is put twice.
package pooled_fixed

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
	defer p.mu.Unlock()
	if p.free[c] {
		return false
	}
	p.free[c] = true
	return true
}
