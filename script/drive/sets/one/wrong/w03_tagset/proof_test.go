package tagset

import (
	"sync"
	"testing"
	"time"
)

func TestAbsorbInBothDirections(t *testing.T) {
	a, b := New(1, 2, 3), New(3, 4, 5)
	finish(t, func() {
		for range 5 {
			meet(&a.mu, &b.mu, func() { a.Absorb(b) }, func() { b.Absorb(a) })
		}
		both(1000, func() { a.Absorb(b) }, func() { b.Absorb(a) })
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
