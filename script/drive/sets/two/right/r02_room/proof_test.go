package room

import (
	"sync"
	"testing"
	"time"
)

func TestQuitAndJoin(t *testing.T) {
	u, r, q := NewUser("u"), NewRoom("r", 1), NewRoom("q", 0)
	finish(t, func() {
		for range 5 {
			r.Join(u)
			meet(&r.mu, &u.mu, func() { r.Join(u) }, func() { u.Quit() })
		}
		both(1000, func() { r.Join(u); q.Join(u) }, func() { u.Quit() })
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

// meet lets first and second wait for a lock. A waiter that was woken in vain gets the lock from
// the next Unlock, before anybody else: so first has a, and second has b, before either goes on.
func meet(a, b *sync.Mutex, first, second func()) {
	locks := []*sync.Mutex{a, b}
	for _, m := range locks {
		m.Lock()
	}
	var wg sync.WaitGroup
	for _, fn := range []func(){first, second} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			fn()
		}()
	}
	time.Sleep(20 * time.Millisecond)
	held := []bool{true, true}
	for i, m := range locks {
		m.Unlock()
		held[i] = m.TryLock()
	}
	time.Sleep(20 * time.Millisecond)
	for i, m := range locks {
		if held[i] {
			m.Unlock()
		}
	}
	wg.Wait()
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
