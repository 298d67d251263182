package poller

import (
	"sync"
	"testing"
	"time"
)

func TestStop(t *testing.T) {
	finish(t, func() {
		p := New(func() error { return ErrRunning }, WithInterval(time.Millisecond))
		p.Stop()
		for range 3 {
			if err := p.Start(); err != nil {
				t.Error(err)
			}
			if err := p.Start(); err != ErrRunning {
				t.Error(err)
			}
			both(1, p.Stop, p.Stop)
		}
		if s := p.Status(); s.Running || s.Failures < 3 || s.Failures != s.Probes {
			t.Error(s)
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
