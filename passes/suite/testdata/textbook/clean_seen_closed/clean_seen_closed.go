// Package clean_seen_closed closes channels only when they are seen to be open.
package clean_seen_closed

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

// Clean closes what there is to close.
func (c *Chunk) Clean(complete bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pieces > 3 && !c.isAvailable() {
		close(c.available)
	}
	if complete && !c.isAvailable() {
		close(c.available)
	}
	if c.pieces > 5 {
		select {
		case <-c.completed:
		default:
			close(c.completed)
		}
	}
	if complete {
		select {
		case <-c.completed:
		default:
			close(c.completed)
		}
	}
}
