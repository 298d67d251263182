// Package double_after_wait locks twice behind a function that waits until there is a
// leader, and dies when there is none.
package double_after_wait

import (
	"sync"
	"testing"
)

type server struct {
	mu     sync.Mutex
	leads  bool
	number int
}

func (s *server) isLeader() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.leads
}

type cluster struct {
	t       testing.TB
	servers []*server
}

func (c *cluster) leader() *server {
	for _, s := range c.servers {
		if s.isLeader() {
			return s
		}
	}
	return nil
}

func (c *cluster) wait(number int) {
	var leader *server
	for range 1000 {
		if leader = c.leader(); leader == nil {
			continue
		}
		if leader.number == number {
			return
		}
	}
	if leader == nil {
		c.t.Fatal("no leader")
	}
	c.t.Fatal("another leader")
}

func check(t *testing.T, servers []*server) {
	c := &cluster{t, servers}
	c.wait(1)
	first := servers[0]
	first.mu.Lock()
	first.mu.Lock() // want doublelock
	first.mu.Unlock()
	first.mu.Unlock()
}
