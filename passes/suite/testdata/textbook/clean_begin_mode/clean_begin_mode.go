// Package clean_begin_mode takes a lock between Begin and End in one mode.
package clean_begin_mode

import "sync"

type C struct {
	mode int
	mu   sync.Mutex
	n    int
}

func NewAt(m int) *C { return &C{mode: m} }

func (c *C) Begin() {
	if c.mode == 1 {
		c.mu.Lock()
	}
}

func (c *C) End() {
	if c.mode == 1 {
		c.mu.Unlock()
	}
}

func Right() {
	c := NewAt(1)
	c.Begin()
	c.n++
	c.End()
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

func Right2(c *C) {
	c.Begin()
	c.n++
	c.End()
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

func (c *C) Right3() {
	if c.mode == 1 {
		c.mu.Lock()
	}
	c.n++
	c.End()
	c.Begin()
	c.End()
}
