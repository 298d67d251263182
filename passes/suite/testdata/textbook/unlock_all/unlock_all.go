// Package unlock_all locks many objects in one loop and unlocks them in another.
package unlock_all

import "sync"

type client struct {
	mu sync.Mutex
	n  int
}

// update waits for those who need the locks when it has released them.
func update(clients []*client) {
	var done sync.WaitGroup
	done.Add(len(clients))
	for _, c := range clients {
		go func() {
			defer done.Done()
			c.mu.Lock()
			defer c.mu.Unlock()
			c.n++
		}()
	}
	for _, c := range clients {
		c.mu.Lock()
	}
	for _, c := range clients {
		c.mu.Unlock()
	}
	done.Wait()
}

// later lets another goroutine release the locks.
func later(clients []*client) {
	var done, unlocked sync.WaitGroup
	for _, c := range clients {
		c.mu.Lock()
	}
	unlocked.Add(1)
	go func() {
		for _, c := range clients {
			c.mu.Unlock()
		}
		unlocked.Done()
	}()
	done.Add(len(clients))
	for _, c := range clients {
		go func() {
			defer done.Done()
			c.mu.Lock()
			defer c.mu.Unlock()
			c.n++
		}()
	}
	unlocked.Wait()
	done.Wait()
}

// stuck waits for them while it has the locks.
func stuck(clients []*client) {
	var done sync.WaitGroup
	done.Add(len(clients))
	for _, c := range clients {
		go func() {
			defer done.Done()
			c.mu.Lock()
			defer c.mu.Unlock()
			c.n++
		}()
	}
	for _, c := range clients {
		c.mu.Lock()
	}
	done.Wait() // want lockheld
	for _, c := range clients {
		c.mu.Unlock()
	}
}
