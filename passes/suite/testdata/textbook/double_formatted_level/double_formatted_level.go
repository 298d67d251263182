// Package double_formatted_level prints an object with its lock held, at a level at which it is printed.
package double_formatted_level

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

func trace(level int, c *counter) {
	if level > 2 {
		fmt.Println(c)
	}
}

func (c *counter) Show() { trace(3, c) }

func (c *counter) Add() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	trace(3, c) // want doublelock
}
