package room

import (
	"sync"
	"testing"
	"time"
)

func TestQuitAndJoin(t *testing.T) {
	u, r, q := NewUser("u"), NewRoom("r", 1), NewRoom("q", 0)
	finish(t, func() {
		both(100000, func() { r.Join(u); q.Join(u) }, func() { u.Quit() })
		r.Join(u)
		if err := r.Join(NewUser("v")); err != ErrFull {
			t.Error(err)
		}
		both(1, r.Close, r.Close)
		q.Join(u)
		if names := u.Rooms(); len(names) != 1 || names[0] != "q" {
			t.Error(names)
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
