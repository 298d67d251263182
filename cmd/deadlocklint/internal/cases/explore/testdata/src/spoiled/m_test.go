// A run that ends in a deadlock leaves the locks of the package held. A run that is cut off by
// its limit may leave any.
package m

import (
	"sync"
	"testing"
)

var a, b, c sync.Mutex

func both(first, second sync.Locker) {
	first.Lock()
	second.Lock()
	second.Unlock()
	first.Unlock()
}

func run(all ...func()) {
	var wg sync.WaitGroup
	for _, f := range all {
		wg.Add(1)
		go func() { defer wg.Done(); f() }()
	}
	wg.Wait()
}

// TestTwice has a deadlock under some schedules, and fails under others.
func TestTwice(t *testing.T) {
	last := 0
	run(func() { both(&a, &b); last = 1 }, func() { both(&b, &a); last = 2 })
	if last == 1 {
		t.Error("the first one was last")
	}
}

// TestLongWell sends more messages than a run has steps, under a lock of the package.
func TestLongWell(t *testing.T) {
	messages := make(chan int)
	for range 4 {
		go func() {
			for i := range 25000 {
				c.Lock()
				c.Unlock()
				messages <- i
			}
		}()
	}
	for range 100000 {
		<-messages
	}
}

// TestLongHelperWell is cut off in functions of package testing that hold its locks.
func TestLongHelperWell(t *testing.T) {
	make(chan int, 1) <- 0 // an odd number of steps, so that a lock is held at the limit
	run(func() {
		for range 100000 {
			t.Helper()
		}
	}, func() {
		for range 100000 {
			t.Helper()
		}
	})
}
