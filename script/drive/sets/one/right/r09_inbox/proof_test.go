package inbox

import (
	"sync"
	"testing"
	"time"
)

func TestCloseEndsAllThatWait(t *testing.T) {
	in := New[int]()
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if _, err := in.Take(); err != ErrClosed {
				t.Error(err)
			}
		}()
	}
	time.Sleep(100 * time.Millisecond)
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	finish(t, wg.Wait)
}

func TestTakeWhatWasPut(t *testing.T) {
	finish(t, func() {
		in := New("a")
		both(1, func() {
			for range 100 {
				in.Put("b")
			}
		}, func() {
			for range 100 {
				in.Take()
			}
		})
		if in.Close() != nil || in.Close() != ErrClosed || in.Put("c") != ErrClosed {
			t.Error("close")
		}
		if s, err := in.Take(); s == "" || err != nil {
			t.Error(s, err)
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
