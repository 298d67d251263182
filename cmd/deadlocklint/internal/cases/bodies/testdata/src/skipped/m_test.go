// Watchdogs that call Skip.
package m

import (
	"sync"
	"testing"
	"time"
)

func watch(t *testing.T, done chan bool) {
	select {
	case <-done:
	case <-time.After(time.Second):
		t.Skip("too slow")
	}
}

// TestRing leaves two goroutines that wait for each other's locks.
func TestRing(t *testing.T) {
	var a, b sync.Mutex
	var wg sync.WaitGroup
	done := make(chan bool)
	wg.Add(2)
	go func() { defer wg.Done(); a.Lock(); b.Lock(); b.Unlock(); a.Unlock() }()
	go func() { defer wg.Done(); b.Lock(); a.Lock(); a.Unlock(); b.Unlock() }()
	go func() { wg.Wait(); close(done) }()
	watch(t, done)
}

// TestReleasedWell skips in each run, and then lets the goroutine go on.
func TestReleasedWell(t *testing.T) {
	var mu sync.Mutex
	done := make(chan bool)
	mu.Lock()
	defer mu.Unlock()
	go func() { mu.Lock(); mu.Unlock(); close(done) }()
	watch(t, done)
}

// TestSlowWell skips when the goroutine is late.
func TestSlowWell(t *testing.T) {
	done := make(chan bool)
	go func() { time.Sleep(time.Second); close(done) }()
	watch(t, done)
}
