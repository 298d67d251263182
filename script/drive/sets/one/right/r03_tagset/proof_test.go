package tagset

import (
	"sync"
	"testing"
	"time"
)

func TestAbsorbInBothDirections(t *testing.T) {
	a, b := New(1, 2, 3), New(3, 4, 5)
	finish(t, func() {
		both(300000, func() { a.Absorb(b) }, func() { b.Absorb(a) })
		if n := a.Len() + b.Len(); n != 5 {
			t.Error(n)
		}
	})
}

func TestOneSetTwice(t *testing.T) {
	finish(t, func() {
		s := New("x", "a")
		if s.Absorb(s) != 0 || !s.Equal(s) || s.Equal(New("x")) || s.Sorted()[0] != "a" || s.Add("x") {
			t.Error(s.Sorted())
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

// both calls a and b, each n times in a goroutine of its own, and for half a second at most.
func both(n int, a, b func()) {
	var wg sync.WaitGroup
	began := time.Now()
	for _, fn := range []func(){a, b} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := 0; i < n && time.Since(began) < time.Second/2; i++ {
				fn()
			}
		}()
	}
	wg.Wait()
}
