package right

import (
	"sync"
	"testing"
	"time"
)

// A latch is opened once. A wait gives up after some time, and says whether it was opened.
type latch struct {
	mu     sync.Mutex
	opened *sync.Cond
	open   int
}

func newLatch() *latch {
	l := &latch{}
	l.opened = sync.NewCond(&l.mu)
	return l
}

func (l *latch) release() {
	l.mu.Lock()
	l.open++
	l.mu.Unlock()
	l.opened.Signal()
}

func (l *latch) await() {
	l.mu.Lock()
	for l.open == 0 {
		l.opened.Wait()
	}
	l.open--
	l.mu.Unlock()
}

// TestAssertsInTime asserts that both goroutines come through the latch. Each release
// counts.
func TestAssertsInTime(t *testing.T) {
	l := newLatch()
	through := make(chan int, 2)
	for i := range 2 {
		go func() {
			l.await()
			through <- i
		}()
	}
	l.release()
	for n := range 5_000_000 {
		_ = n
	}
	l.release()
	for range 2 {
		select {
		case <-through:
		case <-time.After(5 * time.Second):
			t.Fatal("a goroutine did not come through")
		}
	}
}
