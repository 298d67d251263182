// Package late has tests that run into their deadline, beside a goroutine that never
// rests. What is said of one stands behind "want:" above it.
package late

import (
	"sync"
	"testing"
	"time"
)

// heartbeat keeps the process alive.
func heartbeat() {
	go func() {
		for range time.Tick(time.Millisecond) {
		}
	}()
}

// want: leaked recv
func TestReceive(t *testing.T) {
	heartbeat()
	<-make(chan int)
}

// want: leaked request
func TestSubtest(t *testing.T) {
	heartbeat()
	t.Run("sub", func(t *testing.T) {
		mu := new(sync.Mutex)
		mu.Lock()
		mu.Lock()
	})
}

// TestSlow is the twin: the heartbeat would answer, later than the deadline.
func TestSlow(t *testing.T) {
	ch := make(chan int)
	go func() {
		time.Sleep(time.Hour)
		ch <- 1
	}()
	<-ch
}

// TestTicks is another: it waits for a timer.
func TestTicks(t *testing.T) {
	for range time.Tick(time.Millisecond) {
	}
}
