// Package m has a worker that the first use starts.
package m

import (
	"sync"
	"testing"
)

var (
	once     sync.Once
	mu       sync.Mutex
	requests = make(chan func())
)

func ask(serve func()) {
	once.Do(func() {
		go func() {
			for serve := range requests {
				mu.Lock()
				serve()
				mu.Unlock()
			}
		}()
	})
	requests <- serve
}

func both(first, second func()) {
	var wg sync.WaitGroup
	wg.Go(first)
	wg.Go(second)
	wg.Wait()
}

// TestFirstWell starts the worker natively.
func TestFirstWell(t *testing.T) { ask(func() {}) }

// TestHeld asks with the lock held, which the worker may wait for.
func TestHeld(t *testing.T) {
	both(func() {
		mu.Lock()
		ask(func() {})
		mu.Unlock()
	}, func() { ask(func() {}) })
}

func TestFreeWell(t *testing.T) {
	both(func() {
		mu.Lock()
		mu.Unlock()
		ask(func() {})
	}, func() { ask(func() {}) })
}
