package chain

import (
	"sync"
	"testing"
	"time"
)

func TestMoreThanTheQueueHolds(t *testing.T) {
	finish(t, func() {
		r, err := New(1, 1)
		if err != nil {
			t.Error(err)
		}
		j := NewJob("a", nil).Then(NewJob("b", nil), NewJob("c", nil), NewJob("d", nil))
		if err := r.Submit(j); err != nil {
			t.Error(err)
		}
		if done, err := r.Close(); len(done) != 4 || err != nil {
			t.Error(done, err)
		}
	})
}

func TestJobAfterItself(t *testing.T) {
	finish(t, func() {
		r, _ := New(2, 1)
		j := NewJob("a", nil)
		j.Then(j)
		both(3, func() { r.Submit(j) }, func() { r.Submit(j) })
		both(1, func() { r.Close() }, func() { r.Close() })
		if err := r.Submit(j); err != ErrClosed {
			t.Error(err)
		}
	})
}

// finish fails the test when fn has not returned after two seconds.
func finish(t *testing.T, fn func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		fn()
	}()
	select {
	case <-done:
	case <-time.After(2 * time.Second):
		t.Fatal("hangs")
	}
}

// both calls a and b, each n times in a goroutine of its own. Calls end after half a second, but
// each is made once.
func both(n int, a, b func()) {
	var wg sync.WaitGroup
	began := time.Now()
	for _, fn := range []func(){a, b} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range n {
				fn()
				if time.Since(began) > time.Second/2 {
					return
				}
			}
		}()
	}
	wg.Wait()
}
