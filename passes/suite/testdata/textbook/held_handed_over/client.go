// Package held_handed_over waits with a lock for a goroutine that takes it. A called function releases it for a moment, and not for the
// waiting goroutine.
package held_handed_over

import "sync"

type client struct {
	enc sync.Mutex
	n   int
}

// begin returns with the lock, which end releases.
func (c *client) begin() { c.enc.Lock(); c.n++ }

func (c *client) end() { c.n--; c.enc.Unlock() }

type command struct {
	stop chan struct{}
	next chan struct{}
	done chan struct{}
}

// Idle returns with the lock of the client.
func (c *client) Idle() *command {
	cmd := &command{stop: make(chan struct{}), next: make(chan struct{}), done: make(chan struct{})}
	c.begin()
	go cmd.run(c)
	return cmd
}

func (cmd *command) run(c *client) {
	<-cmd.stop
	c.begin()
	cmd.finish(c)
	c.end()
}

func (cmd *command) finish(c *client) {
	c.end()
	c.begin()
	close(cmd.done)
}

// Once starts a command and ends it.
func (c *client) Once() {
	cmd := c.Idle()
	close(cmd.stop)
	<-cmd.done // want lockheld
	c.end()
}
