package copier

import (
	"errors"
	"sync"
	"testing"
	"time"
)

func TestOneSlot(t *testing.T) {
	finish(t, func() {
		f, err1 := NewFile("f", "data")
		d, err2 := NewDir("d", f, f, nil)
		if err := errors.Join(err1, err2); err != nil {
			t.Error(err)
		}
		e, _ := NewDir("e", d, f)
		c := New(1)
		if n, ok := c.Copy(e).(*Dir); !ok || len(n.nodes) != 2 || c.Copied() != 12 {
			t.Error(c.Copied())
		}
		both(10, func() { c.Copy(e) }, func() { c.Copy(d) })
		if _, err := NewFile("a/b", ""); err != ErrName {
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
