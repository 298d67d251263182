// Goroutines that wait for objects without a name.
package m

import (
	"sync"
	"testing"
)

// TestNilSelect is deadlocked when the goroutine is first. Under the base schedule it leaves the goroutine.
func TestNilSelect(t *testing.T) {
	var none, never chan int
	var mu sync.Mutex
	go func() {
		mu.Lock()
		select {
		case <-none:
		case <-never:
		}
	}()
	mu.Lock()
	mu.Unlock()
}

// TestSelectWell has a channel with a value.
func TestSelectWell(t *testing.T) {
	var none chan int
	some := make(chan int, 1)
	var mu sync.Mutex
	go func() {
		mu.Lock()
		defer mu.Unlock()
		select {
		case <-none:
		case some <- 1:
		}
	}()
	mu.Lock()
	mu.Unlock()
}
