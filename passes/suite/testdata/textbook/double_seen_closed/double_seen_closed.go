// Package double_seen_closed asks another channel than the one that it closes, or closes one that is closed.
package double_seen_closed

import "sync"

type Chunk struct {
	mu        sync.Mutex
	available chan struct{}
	completed chan struct{}
	pieces    int
}

func (c *Chunk) isAvailable() bool {
	select {
	case <-c.available:
		return true
	default:
		return false
	}
}

func (c *Chunk) isCompleted() bool {
	select {
	case <-c.completed:
		return true
	default:
		return false
	}
}

func (c *Chunk) Clean(complete bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pieces > 3 && !c.isAvailable() {
		close(c.available)
	}
	if complete && !c.isCompleted() {
		close(c.available) // want double-close
	}
}

func (c *Chunk) End(complete bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pieces > 3 {
		close(c.completed)
	}
	if complete && c.isCompleted() {
		close(c.completed) // want double-close
	}
}
