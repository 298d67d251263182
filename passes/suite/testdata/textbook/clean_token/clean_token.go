// Package clean_token takes a token and puts it back with the lock held all the
// time, and elsewhere takes it only if there is one.
package clean_token

import "sync"

type Client struct {
	mu    sync.Mutex
	n     int
	token chan struct{}
}

func New() *Client {
	c := &Client{token: make(chan struct{}, 1)}
	c.token <- struct{}{}
	return c
}

func (c *Client) Use() {
	c.mu.Lock()
	defer c.mu.Unlock()
	<-c.token
	c.n++
	c.token <- struct{}{}
}

func (c *Client) Try() {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case <-c.token:
	default:
		return
	}
	c.token <- struct{}{}
}
