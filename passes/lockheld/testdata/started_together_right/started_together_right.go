// Package started_together_right looks like package started_together.
package started_together_right

import "sync"

type client struct {
	mu      sync.Mutex
	awake   chan struct{}
	streams []string
}

func (c *client) keepAlive() {
	c.mu.Lock()
	if len(c.streams) < 1 {
		c.mu.Unlock()
		<-c.awake
		return
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

type limited struct {
	mu    sync.Mutex
	slots chan struct{}
}

// work takes a slot and gives it back, all with the lock.
func (l *limited) work(job func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.slots <- struct{}{}
	job()
	<-l.slots
}

// Run starts workers that are alike.
func Run(job func()) {
	l := &limited{slots: make(chan struct{}, 1)}
	go l.work(job)
	go l.work(job)
}
