package promise

import (
	"sync"
	"testing"
	"time"
)

func TestCanceled(t *testing.T) {
	finish(t, func() {
		p := New[int]()
		if !p.Cancel() || p.Resolve(1) || !p.Settled() {
			t.Error("not canceled")
		}
		if _, err := p.Get(); err != ErrCanceled {
			t.Error(err)
		}
	})
}

func TestThen(t *testing.T) {
	finish(t, func() {
		p := New[int]()
		sum := 0
		p.Then(func(int, error) { v, _ := p.Get(); sum += v })
		both(1, func() { p.Resolve(2) }, func() { p.Get() })
		p.Then(func(v int, err error) { sum += v })
		if v, err := Go(func() (int, error) { return sum, nil }).Get(); v != 4 || err != nil {
			t.Error(v, err)
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
