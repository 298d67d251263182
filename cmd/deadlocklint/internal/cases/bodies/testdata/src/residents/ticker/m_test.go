// Package m has a worker of init that a ticker wakes.
package m

import (
	"sync"
	"testing"
	"time"
)

var (
	a, b  sync.Mutex
	ticks int // guarded by a and b
)

func init() {
	ticker := time.NewTicker(10 * time.Millisecond)
	go func() {
		for range ticker.C {
			a.Lock()
			b.Lock()
			ticks++
			b.Unlock()
			a.Unlock()
		}
	}()
}

// TestBackward takes the locks in the other order at the time of a tick.
func TestBackward(t *testing.T) {
	time.Sleep(10 * time.Millisecond)
	b.Lock()
	a.Lock()
	ticks--
	a.Unlock()
	b.Unlock()
}

// TestForwardWell takes them in the same order.
func TestForwardWell(t *testing.T) {
	time.Sleep(10 * time.Millisecond)
	a.Lock()
	b.Lock()
	ticks--
	b.Unlock()
	a.Unlock()
}
