// Package element_shown waits with the lock of one shard for the one goroutine that answers, or for what is in that shard.
package element_shown

import "sync"

type shard struct {
	mu sync.Mutex
	n  int
	c  chan int
}

type Conn struct {
	shards [4]shard
	ready  chan int
}

func New() *Conn {
	c := &Conn{ready: make(chan int)}
	for i := range c.shards {
		c.shards[i].c = make(chan int)
	}
	go c.loop()
	return c
}

func (c *Conn) loop() {
	for i := 0; ; i = (i + 1) % len(c.shards) {
		s := &c.shards[i]
		s.mu.Lock()
		n := s.n
		s.mu.Unlock()
		c.ready <- n
	}
}

func (c *Conn) Wait(i int) int {
	s := &c.shards[i]
	s.mu.Lock()
	defer s.mu.Unlock()
	return <-c.ready // want `^element_shown.* waits`
}

func (s *shard) wait() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return <-s.c // want `^element_shown.* waits`
}

func (s *shard) done() {
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
	s.c <- s.n
}

// Turn waits for a shard, while another goroutine answers.
func (c *Conn) Turn(i int) int {
	go c.shards[i].done()
	return c.shards[i].wait()
}
