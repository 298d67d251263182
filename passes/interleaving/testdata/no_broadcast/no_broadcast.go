// Package no_broadcast sets what a waiter waits for and wakes it only where it was not set before.
package no_broadcast

import "sync"

func Ready() {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	ready := false
	go func() {
		mu.Lock()
		ready = true
		mu.Unlock()
	}()
	mu.Lock()
	for !ready {
		cond.Wait() // want `Ready waits for a signal of .*no goroutine is left that would signal`
	}
	mu.Unlock()
}

// Last closes only where both have come, and one counts twice.
func Last() {
	done := make(chan int)
	n := 0
	var mu sync.Mutex
	for range 2 {
		go func() {
			mu.Lock()
			n++
			if n == 3 {
				close(done)
			}
			mu.Unlock()
		}()
	}
	<-done // want `Last waits to receive from done`
}
