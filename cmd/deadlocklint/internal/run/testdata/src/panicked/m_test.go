package panicked

import (
	"sync"
	"testing"
)

func TestFirst(t *testing.T) {}

// TestPanics ends the process.
func TestPanics(t *testing.T) {
	var m map[string]int
	m["a"] = 1
}

func TestOrders(t *testing.T) {
	var a, b sync.Mutex
	both := func(first, second *sync.Mutex) {
		first.Lock()
		second.Lock()
		second.Unlock()
		first.Unlock()
	}
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); both(&a, &b) }()
	go func() { defer wg.Done(); both(&b, &a) }()
	wg.Wait()
}
