package cells

import (
	"sync"
	"testing"
	"time"
)

func TestSwapInOnePart(t *testing.T) {
	finish(t, func() {
		var table Table[string]
		table.Set(1, "one")
		table.Swap(1, 2)
		table.Swap(2, 2)
		table.Swap(2, 6)
		if v, ok := table.Get(6); v != "one" || !ok {
			t.Error(v, ok)
		}
		if n := table.Numbers(); len(n) != 1 {
			t.Error(n)
		}
		both(1000, func() { table.Swap(6, 3) }, func() { table.Swap(3, 6); table.Numbers() })
		table.Delete(6)
		table.Delete(3)
		if n := table.Numbers(); len(n) != 0 {
			t.Error(n)
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
