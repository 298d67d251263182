// Package unlock_remarked leaves a lock locked, with a word beside it about something else.
package unlock_remarked

import "sync"

type Closer struct {
	mu   sync.Mutex
	done bool
}

func (c *Closer) Done() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.done
}

func (c *Closer) Close() int {
	c.mu.Lock() // nobody sees it half closed
	c.done = true
	return 1 // want missing-unlock
}
