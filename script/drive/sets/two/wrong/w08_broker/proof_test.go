package broker

import (
	"sync"
	"testing"
	"time"
)

func TestSeveralMessages(t *testing.T) {
	b := New()
	f, err := b.Follow("news", 2)
	if err != nil {
		t.Fatal(err)
	}
	finish(t, func() {
		if n, err := b.Publish("news", "a", "b", "c"); n != 1 || err != nil {
			t.Error(n, err)
		}
		if _, err := b.Publish("other", "x"); err != nil {
			t.Error(err)
		}
		both(1, f.Stop, func() { b.Publish("news", "d", "e") })
		f.Stop()
		if n := len(f.Last()); n != 2 || b.Delivered("news") < 3 {
			t.Error(n, b.Delivered("news"))
		}
		g, _ := b.Follow("news", 0)
		both(1, b.Close, func() { b.Publish("news", "d", "e") })
		g.Stop()
		if _, err := b.Follow("news", 1); err != ErrClosed {
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
