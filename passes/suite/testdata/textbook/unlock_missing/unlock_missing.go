// Package unlock_missing forgets to unlock where it fails.
package unlock_missing

import (
	"errors"
	"sync"
)

var ErrClosed = errors.New("closed")

type Conn struct {
	mu     sync.Mutex
	closed bool
	sent   int
}

func (c *Conn) Send(n int) error {
	c.mu.Lock()
	if c.closed {
		return ErrClosed // want missingunlock
	}
	c.sent += n
	c.mu.Unlock()
	return nil
}
