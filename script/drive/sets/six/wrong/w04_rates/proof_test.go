package rates

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"
)

func TestTopWhileOthersHit(t *testing.T) {
	finish(t, func() {
		r, err := New(time.Minute)
		if err != nil {
			t.Error(err)
		}
		for i := range 50 {
			r.Hit(fmt.Sprint("key", i), i)
		}
		both(200000, func() { r.Hit("key1", 1) }, func() { r.Top(3) })
		if top := r.Top(100); len(top) != 49 {
			t.Error(top)
		}
	})
}

func TestRate(t *testing.T) {
	finish(t, func() {
		r, _ := New(10 * time.Second)
		r.Hit("a", 20)
		r.Hit("a", -1)
		r.Hit("b", 10)
		if n := r.PerSecond("a"); n != 2 {
			t.Error(n)
		}
		if top := r.Top(1); len(top) != 1 || top[0] != (Rate{"a", 2}) {
			t.Error(top)
		}
		r.Forget("a")
		if n := r.Total("a"); n != 0 || len(r.Top(-1)) != 0 {
			t.Error(n)
		}
		if _, err := New(0); !errors.Is(err, ErrWindow) {
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
