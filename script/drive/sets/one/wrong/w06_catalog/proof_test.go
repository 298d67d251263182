package catalog

import (
	"errors"
	"sync"
	"testing"
	"time"
)

func TestNameThatIsTaken(t *testing.T) {
	c := New[int]()
	defer c.Close()
	if err := errors.Join(c.Put("a", 1), c.Put("b", 2), c.Rename("a", "c")); err != nil {
		t.Fatal(err)
	}
	finish(t, func() {
		if err := c.Rename("b", "c"); err != ErrTaken {
			t.Error(err)
		}
		if err := c.Rename("b", "b"); err != ErrTaken {
			t.Error(err)
		}
	})
}

func TestAfterClose(t *testing.T) {
	finish(t, func() {
		c := New[string]()
		both(100, func() { c.Put("a", "x") }, func() { c.Get("a") })
		both(1, c.Close, c.Close)
		if _, err := c.Len(); err != ErrClosed {
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
