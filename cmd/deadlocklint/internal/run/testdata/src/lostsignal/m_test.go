// The first test hangs when the signal comes between the look at ready and the wait.
package m

import (
	"sync"
	"testing"
)

func signalled(t *testing.T, check func(c *sync.Cond, ready *bool)) {
	var mu sync.Mutex
	ready := false
	c := sync.NewCond(&mu)
	done := make(chan bool)
	go func() {
		mu.Lock()
		ready = true
		mu.Unlock()
		c.Signal()
	}()
	go func() { check(c, &ready); close(done) }()
	<-done
}

func TestLost(t *testing.T) {
	signalled(t, func(c *sync.Cond, ready *bool) {
		c.L.Lock()
		r := *ready
		c.L.Unlock()
		if !r {
			c.L.Lock()
			c.Wait()
			c.L.Unlock()
		}
	})
}

func TestKeptWell(t *testing.T) {
	signalled(t, func(c *sync.Cond, ready *bool) {
		c.L.Lock()
		for !*ready {
			c.Wait()
		}
		c.L.Unlock()
	})
}

func TestAloneWell(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	defer mu.Unlock()
}
