// Package double_replaced calls functions that put no other object where one is locked.
package double_replaced

import "sync"

type conn struct {
	mu sync.Mutex
	n  int
}

type Client struct {
	conn, spare *conn
}

func (c *Client) dial() { c.spare = &conn{} }

func (c *Client) Dial() {
	c.conn.mu.Lock()
	c.dial()
	c.conn.mu.Lock() // want doublelock
	c.conn.n++
	c.conn.mu.Unlock()
}

func (c *Client) ensure() {
	if c.conn == nil {
		c.conn = &conn{}
	}
}

func (c *Client) Ensure() {
	c.conn.mu.Lock()
	c.ensure()
	c.conn.mu.Lock() // want doublelock
	c.conn.mu.Unlock()
}

func (c *Client) swap(other *Client) { other.conn = c.conn }

func (c *Client) Swap(other *Client) {
	c.conn.mu.Lock()
	c.swap(other)
	c.conn.mu.Lock() // want doublelock
	c.conn.mu.Unlock()
}
