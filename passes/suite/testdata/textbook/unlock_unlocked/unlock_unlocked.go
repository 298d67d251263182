// Package unlock_unlocked unlocks twice where it fails.
package unlock_unlocked

import (
	"errors"
	"sync"
)

type Conn struct {
	mu     sync.Mutex
	closed bool
}

func (c *Conn) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock() // want unlock-unlocked
	if c.closed {
		c.mu.Unlock()
		return errors.New("closed twice")
	}
	c.closed = true
	return nil
}
