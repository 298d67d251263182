package main

import (
	"sync"
	"time"

	"example.com/queue"
)

func main() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	ready := false
	go func() {
		time.Sleep(10 * time.Millisecond)
		mu.Lock()
		ready = true
		c.Broadcast()
		mu.Unlock()
	}()
	mu.Lock()
	for !ready {
		c.Wait()
	}
	mu.Unlock()
	queue.Use()
}
