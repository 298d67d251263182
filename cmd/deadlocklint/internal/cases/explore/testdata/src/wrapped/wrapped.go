// Package wrapped is wrong only for a linker flag and in an environment that a wrapper sets.
package wrapped

import (
	"os"
	"sync"
)

// stamp is set by the linker.
var stamp string

type cell struct {
	mu sync.Mutex
	n  int
}

// add reads and writes under two locks where the stamp and the variable are set.
func (c *cell) add() {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := c.n
	if stamp == "two words" && os.Getenv("MINE") == "a b" {
		c.mu.Unlock()
		c.mu.Lock()
	}
	c.n = n + 1
}
