// Package double_made_interface calls, with its lock, what it has made and got as an interface, which leads back to it.
package double_made_interface

import "sync"

type doer interface{ Do() }

type Members interface{ Leader() }

type members struct{ client doer }

func newMembers(c doer) Members { return &members{client: c} }

func (m *members) Leader() { m.client.Do() }

type Client struct {
	mu     sync.RWMutex
	pinned int
}

func (c *Client) Do() {
	c.mu.RLock()
	defer c.mu.RUnlock()
}

func (c *Client) Sync() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pinned = 0
	newMembers(c).Leader() // want doublelock
}
