package store

import (
	"errors"
	"sync"
	"testing"
	"time"
)

func TestConflict(t *testing.T) {
	finish(t, func() {
		s := New()
		tx := s.Begin()
		tx.Put("k", "v")
		tx.Expect("k", "x")
		if _, err := tx.Commit(); !errors.Is(err, ErrConflict) {
			t.Error(err)
		}
		tx.Rollback()
		if err := tx.Put("k", "v"); err != ErrDone {
			t.Error(err)
		}
		if v := s.Get("k"); v != "" {
			t.Error(v)
		}
	})
}

func TestUpdates(t *testing.T) {
	finish(t, func() {
		s := New()
		both(100, func() { s.Update(func(tx *Tx) error { return tx.Put("k", "v") }) },
			func() { s.Update(func(tx *Tx) error { return tx.Put("", "v") }) })
		if v := s.Get("k"); v != "v" {
			t.Error(v)
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
