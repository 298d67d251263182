// Package no_signal_right starts the goroutine that signals with the lock held.
package no_signal_right

import "sync"

func Once() {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	mu.Lock()
	go func() {
		mu.Lock()
		cond.Signal()
		mu.Unlock()
	}()
	cond.Wait()
	mu.Unlock()
}
