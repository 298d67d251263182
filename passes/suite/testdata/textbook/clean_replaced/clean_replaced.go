// Package clean_replaced calls functions that put another object where one was locked.
package clean_replaced

import "sync"

type conn struct {
	mu sync.Mutex
	n  int
}

type Client struct {
	mu   *sync.Mutex
	conn *conn
}

func (c *Client) renew() { c.mu = new(sync.Mutex) }

func (c *Client) Renew() {
	c.mu.Lock()
	c.renew()
	c.mu.Lock()
	c.mu.Unlock()
}

func (c *Client) dial() { c.conn = &conn{} }

func (c *Client) redial() { c.dial() }

func (c *Client) Redial() {
	c.conn.mu.Lock()
	c.redial()
	c.conn.mu.Lock()
	c.conn.n++
	c.conn.mu.Unlock()
}

func (c *conn) reset() { *c = conn{} }

func (c *conn) Reset() {
	c.mu.Lock()
	c.reset()
	c.mu.Lock()
	c.mu.Unlock()
}
