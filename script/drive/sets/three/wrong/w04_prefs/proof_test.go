package prefs

import (
	"slices"
	"sync"
	"testing"
	"time"
)

func TestResetIsObserved(t *testing.T) {
	finish(t, func() {
		p, r := New(map[string]string{"font": "mono"}), new(Recorder)
		p.Observe(r)
		p.Set("font", "serif")
		p.Set("font", "serif")
		p.Reset()
		p.Reset()
		if v := r.Values(); !slices.Equal(v, []string{"font=serif", "font=mono"}) {
			t.Error(v)
		}
		both(100, func() { p.Set("size", "1") }, p.Reset)
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
