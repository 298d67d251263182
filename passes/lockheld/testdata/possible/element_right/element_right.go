// Package element_right unlocks the shard before it waits.
package element_right

import "sync"

type shard struct {
	mu sync.Mutex
	n  int
}

type Conn struct {
	shards [4]shard
	ready  chan int
}

func New() *Conn { return &Conn{ready: make(chan int)} }

func (c *Conn) Wait(i int) int {
	s := &c.shards[i]
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
	return <-c.ready
}

func (c *Conn) Done(i int) {
	s := &c.shards[i]
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
	c.ready <- s.n
}
