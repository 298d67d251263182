package journal

import (
	"sync"
	"testing"
	"time"
)

func TestWatchAfterClose(t *testing.T) {
	finish(t, func() {
		var j Journal[string]
		w := j.Watch(0)
		both(1, func() { w.Next() }, func() { j.Append("a", "b") })
		both(1, func() { w.Next(); w.Next() }, j.Close)
		j.Close()
		late := j.Watch(1)
		if e, ok := late.Next(); e != "b" || !ok {
			t.Error(e, ok)
		}
		if e, ok := late.Next(); e != "" || ok {
			t.Error(e, ok)
		}
		if j.Append("c") != ErrClosed || j.Len() != 2 {
			t.Error(j.Len())
		}
	})
}

func TestSharedWatcher(t *testing.T) {
	finish(t, func() {
		var j Journal[int]
		w := j.Watch(0)
		both(1, func() { w.Next(); w.Next() }, func() { both(1, func() { w.Next() }, func() { j.Append(1, 2, 3) }) })
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
