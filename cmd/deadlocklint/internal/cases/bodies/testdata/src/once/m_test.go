// Tests that go well once in a process: a second run of each fails, or ends the process.
package m

import (
	"net/http"
	"sync"
	"testing"
)

var (
	done = make(chan int)
	over = make(chan int)
	n    int
	mu   sync.Mutex
	a, b sync.Mutex
)

// TestRegister has a second run that panics in its own goroutine.
func TestRegister(t *testing.T) {
	http.HandleFunc("/once", func(http.ResponseWriter, *http.Request) {})
}

// TestClose has a second run that panics in another goroutine.
func TestClose(t *testing.T) {
	go func() { close(done) }()
	<-done
}

// TestCount has a second run that fails.
func TestCount(t *testing.T) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { mu.Lock(); n++; mu.Unlock() })
	}
	wg.Wait()
	if n != 2 {
		t.Fatal(n)
	}
}

// TestLocks has a deadlock in the first run.
func TestLocks(t *testing.T) {
	var wg sync.WaitGroup
	wg.Go(func() { a.Lock(); b.Lock(); b.Unlock(); a.Unlock() })
	wg.Go(func() { b.Lock(); a.Lock(); a.Unlock(); b.Unlock() })
	wg.Wait()
	close(over)
}

// TestFails fails each time.
func TestFails(t *testing.T) {
	t.Fatal("no")
}
