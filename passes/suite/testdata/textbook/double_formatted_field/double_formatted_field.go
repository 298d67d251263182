// Package double_formatted_field prints an object that a field holds, with its lock held, at a level at which it is printed.
package double_formatted_field

import (
	"fmt"
	"sync"
)

type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return fmt.Sprint(c.n)
}

type tracer struct {
	last  *counter
	lines int
}

func (t *tracer) trace(level int) {
	if level == 2 {
		t.lines++
	}
	if level > 2 {
		fmt.Println(t.last)
	}
}

func (c *counter) Add(t *tracer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	t.last = c
	t.trace(3) // want doublelock
}
