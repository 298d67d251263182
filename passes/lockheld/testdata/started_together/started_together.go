// Package started_together waits with the lock that the goroutine needs which was started beside it.
package started_together

import "sync"

type client struct {
	mu      sync.Mutex
	awake   chan struct{}
	streams []string
}

func (c *client) keepAlive() {
	c.mu.Lock()
	if len(c.streams) < 1 {
		<-c.awake // want "waits to receive from started_together.client.awake holding started_together.client.mu"
	}
	c.mu.Unlock()
}

func (c *client) open(name string) {
	c.mu.Lock()
	c.streams = append(c.streams, name)
	if len(c.streams) == 1 {
		select {
		case c.awake <- struct{}{}:
		default:
		}
	}
	c.mu.Unlock()
}

// Start has both go on by themselves.
func Start() {
	c := &client{awake: make(chan struct{})}
	go c.keepAlive()
	go c.open("first")
}
