// Package m has a worker of init, which takes requests from a channel and serves each one with the lock held.
package m

import (
	"sync"
	"testing"
)

var (
	mu       sync.Mutex
	requests = make(chan func())
)

func init() {
	go func() {
		for serve := range requests {
			mu.Lock()
			serve()
			mu.Unlock()
		}
	}()
}

// both makes two requests at once.
func both(first, second func()) {
	var wg sync.WaitGroup
	wg.Go(first)
	wg.Go(second)
	wg.Wait()
}

// TestHeld makes a request with the lock held: the worker may have another one, and wait for the lock.
func TestHeld(t *testing.T) {
	both(func() {
		mu.Lock()
		requests <- func() {}
		mu.Unlock()
	}, func() { requests <- func() {} })
}

// TestFreeWell makes its requests without the lock.
func TestFreeWell(t *testing.T) {
	both(func() {
		mu.Lock()
		mu.Unlock()
		requests <- func() {}
	}, func() { requests <- func() {} })
}

// TestAloneWell never meets the worker.
func TestAloneWell(t *testing.T) {
	var own sync.Mutex
	both(func() { own.Lock(); own.Unlock() }, func() { own.Lock(); own.Unlock() })
}
