// Package held_token waits with the lock held for a token that is put back
// under that lock. The constructor puts the first one.
package held_token

import "sync"

type Client struct {
	mu      sync.Mutex
	streams int
	awake   chan struct{}
	done    chan struct{}
}

func New() *Client {
	c := &Client{awake: make(chan struct{}, 1), done: make(chan struct{})}
	c.awake <- struct{}{}
	go c.keepalive()
	return c
}

func (c *Client) keepalive() {
	for {
		c.mu.Lock()
		if c.streams < 1 {
			<-c.awake // want lockheld
			c.mu.Unlock()
			select {
			case <-c.awake:
			case <-c.done:
				return
			}
			continue
		}
		c.mu.Unlock()
	}
}

func (c *Client) Open() {
	c.mu.Lock()
	c.streams++
	select {
	case c.awake <- struct{}{}:
	default:
	}
	c.mu.Unlock()
}
