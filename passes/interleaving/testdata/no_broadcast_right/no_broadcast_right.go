// Package no_broadcast_right wakes the waiter.
package no_broadcast_right

import "sync"

func Ready() {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	ready := false
	go func() {
		mu.Lock()
		ready = true
		mu.Unlock()
		cond.Broadcast()
	}()
	mu.Lock()
	for !ready {
		cond.Wait()
	}
	mu.Unlock()
}

func Last() {
	done := make(chan int)
	n := 0
	var mu sync.Mutex
	for range 2 {
		go func() {
			mu.Lock()
			n++
			if n == 2 {
				close(done)
			}
			mu.Unlock()
		}()
	}
	<-done
}
