// Package lock_copied copies a lock that is in use.
package lock_copied

import "sync"

type Counter struct {
	mu sync.Mutex
	n  int
}

func (c Counter) Inc() { // want copylocks
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
}
