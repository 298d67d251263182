// Package clean_handed_over starts a goroutine with a lock, and waits for it. The goroutine releases the lock, and may take it
// again before it ends.
package clean_handed_over

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

// Idle returns with the lock of the client, which the goroutine releases.
func (c *client) Idle() *command {
	cmd := &command{stop: make(chan struct{}), next: make(chan struct{}), done: make(chan struct{})}
	c.begin()
	go cmd.run(c)
	return cmd
}

func (cmd *command) run(c *client) {
	defer close(cmd.done)
	for {
		select {
		case <-cmd.next:
			c.end()
			c.begin()
		case <-cmd.stop:
			c.end()
			return
		}
	}
}

// Once starts a command and ends it.
func (c *client) Once() {
	cmd := c.Idle()
	close(cmd.stop)
	<-cmd.done
}
