package table

import (
	"errors"
	"sync"
	"testing"
	"time"
)

func TestChangeThatPanics(t *testing.T) {
	finish(t, func() {
		var table Table[string, int]
		if err := errors.Join(table.Insert("k", 1), table.Insert("l", 2)); err != nil {
			t.Error(err)
		}
		if err := table.Update("k", nil); !errors.Is(err, ErrPanic) {
			t.Error(err)
		}
		if v, err := table.Get("k"); v != 1 || err != nil {
			t.Error(v, err)
		}
		both(100, func() { table.Update("k", func(n int) (int, error) { return n + 1, nil }) }, func() { table.Get("k") })
		if err := table.Update("k", func(int) (int, error) { return 0, ErrExists }); err != ErrExists {
			t.Error(err)
		}
		table.Delete("l")
		if err := table.Update("l", nil); !errors.Is(err, ErrMissing) {
			t.Error(err)
		}
		if n, err := table.Changes("k"); n < 1 || err != nil {
			t.Error(n, err)
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
