// Package ignored silences a report, and has comments that are not obeyed.
package ignored

import "sync"

type Counter struct {
	mu sync.Mutex
	n  int
}

func (c *Counter) Silent() {
	c.mu.Lock()
	//deadlocklint:ignore doublelock shown to be silenced
	c.mu.Lock()
	c.n++
}

func (c *Counter) Loud() {
	c.mu.Lock()
	//deadlocklint:ignore doublelock
	c.mu.Lock() // see the expectations of suite_test.go
	c.n++
}

func (c *Counter) Unused() {
	c.mu.Lock()
	//deadlocklint:ignore doublelock nothing to silence here
	c.n++
	c.mu.Unlock()
}
