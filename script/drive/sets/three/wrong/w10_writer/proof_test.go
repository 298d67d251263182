package writer

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"
)

func TestSinkIsFull(t *testing.T) {
	finish(t, func() {
		m := NewMemory(1)
		w := New(m, 2)
		if err := errors.Join(w.Write("a"), w.Flush(), w.Flush(), w.Write("b")); err != nil {
			t.Error(err)
		}
		if err := w.Flush(); err != ErrFull {
			t.Error(err)
		}
		if w.Write("c") != ErrFull || w.Flush() != ErrFull || w.Close() != ErrFull || w.Close() != ErrFull {
			t.Error("want the error of the sink")
		}
	})
}

func TestClose(t *testing.T) {
	finish(t, func() {
		m := NewMemory(1000)
		w := New(m, 7)
		both(100, func() { w.Write("a") }, func() { w.Flush() })
		w.Write("z")
		both(1, func() { w.Close() }, func() { w.Close() })
		if w.Write("c") != ErrClosed || w.Flush() != ErrClosed || !slices.Contains(m.Lines(), "z") {
			t.Error(m.Lines())
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
