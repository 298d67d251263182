// Package double_signal takes a lock twice, and gives nobody what releases it.
package double_signal

import (
	"errors"
	"sync"
)

type request struct {
	reply func(string, error)
}

type client struct {
	mu       sync.Mutex
	answers  int
	requests chan *request
}

func (c *client) serve() {
	for r := range c.requests {
		r.reply("answer", nil)
	}
}

// Close ends serve.
func (c *client) Close() { close(c.requests) }

// Ask counts the answers under the lock that it holds, in a literal that releases what it has taken itself.
func (c *client) Ask() error {
	c.mu.Lock()
	r := &request{}
	r.reply = func(string, error) {
		c.mu.Lock()
		c.answers++
		c.mu.Unlock()
	}
	if c.requests == nil {
		c.mu.Unlock()
		return errors.New("closed")
	}
	c.mu.Lock() // want doublelock
	c.mu.Unlock()
	return nil
}

// A gate is closed until somebody opens it.
type gate struct {
	closed sync.Mutex
	open   func()
}

// Pass waits until the gate is open, and leaves it closed: the next one finds it so for ever.
func (g *gate) Pass() {
	g.closed.Lock()
	g.open = func() { g.closed.Unlock() }
	g.closed.Lock() // want missingunlock
}

// Open opens the gate.
func (g *gate) Open() { g.open() }

// Collect waits for what it starts, and keeps the lock that it takes in between where there was none.
func Collect(sources []func() int) (sum int, err error) {
	var over, mu sync.Mutex
	for _, next := range sources {
		over.Lock()
		go func() {
			mu.Lock()
			sum += next()
			mu.Unlock()
			over.Unlock()
		}()
		over.Lock()
		over.Unlock()
	}
	mu.Lock()
	if sum == 0 {
		return 0, errors.New("nothing") // want missingunlock
	}
	mu.Unlock()
	return sum, nil
}

// Start lets the client serve.
func Start() *client {
	c := &client{requests: make(chan *request)}
	go c.serve()
	return c
}
