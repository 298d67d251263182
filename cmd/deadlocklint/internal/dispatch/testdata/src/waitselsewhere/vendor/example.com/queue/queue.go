package queue

import (
	"sync"
	"time"
)

func Use() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	full := false
	go func() {
		time.Sleep(10 * time.Millisecond)
		mu.Lock()
		full = true
		c.Signal()
		mu.Unlock()
	}()
	mu.Lock()
	for !full {
		c.Wait()
	}
	mu.Unlock()
}
