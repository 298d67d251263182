package stock

import (
	"sync"
	"testing"
	"time"
)

func TestValueAtOwnPrices(t *testing.T) {
	finish(t, func() {
		s := new(Shelf)
		s.Put("nut", 3)
		s.SetPrice("nut", 100)
		if v := s.Value(List{"nut": 2}); v != 6 {
			t.Error(v)
		}
		if v := s.Value(Discount{s, 50}); v != 150 {
			t.Error(v)
		}
		both(100, func() { s.Value(s) }, func() { s.Put("nut", 0) })
		if err := s.Take("nut", 4); err != ErrShort {
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
