package leases

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"
)

func TestReapAgain(t *testing.T) {
	finish(t, func() {
		var table Table
		now := time.Now()
		if err := table.Acquire("a", "me", now, time.Second); err != nil {
			t.Error(err)
		}
		if err := table.Acquire("a", "you", now, time.Second); !errors.Is(err, ErrHeld) {
			t.Error(err)
		}
		if err := table.Acquire("a", "me", now, 0); !errors.Is(err, ErrTerm) {
			t.Error(err)
		}
		if n := table.Reap(now); n != 0 {
			t.Error(n)
		}
		now = now.Add(time.Minute)
		if n := table.Reap(now); n != 1 {
			t.Error(n)
		}
		if n := table.Reap(now); n != 0 || table.Len() != 0 {
			t.Error(n)
		}
		if err := table.Release("a", "me"); !errors.Is(err, ErrNotHeld) {
			t.Error(err)
		}
	})
}

func TestTogether(t *testing.T) {
	finish(t, func() {
		var table Table
		now := time.Now()
		var fns []func()
		for i := range 3 {
			key := fmt.Sprint(i)
			fns = append(fns, func() {
				table.Acquire(key, key, now, time.Second)
				table.Owner(key, now)
				table.Release(key, key)
			}, func() { table.Reap(now); table.Len() })
		}
		together(fns...)
	})
}

// finish fails the test when fn has not returned after three seconds.
func finish(t *testing.T, fn func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		fn()
	}()
	select {
	case <-done:
	case <-time.After(3 * time.Second):
		t.Fatal("hangs")
	}
}

// together calls each function again and again, in a goroutine of its own, for half a second.
func together(fns ...func()) {
	var wg sync.WaitGroup
	began := time.Now()
	for _, fn := range fns {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for time.Since(began) < time.Second/2 {
				fn()
			}
		}()
	}
	wg.Wait()
}
