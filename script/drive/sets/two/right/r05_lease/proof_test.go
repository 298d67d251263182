package lease

import (
	"context"
	"sync"
	"testing"
	"time"
)

func TestAcquireWhatIsHeld(t *testing.T) {
	m := new(Manager)
	first := m.Acquire("disk")
	second := make(chan *Lease, 1)
	go func() { second <- m.Acquire("disk") }()
	time.Sleep(100 * time.Millisecond)
	finish(t, func() {
		first.Release()
		l := <-second
		first.Release()
		if m.TryAcquire("disk") != nil || m.Held()[0] != l.Name() {
			t.Error(m.Held())
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := m.AcquireContext(ctx, "disk"); err == nil {
			t.Error("no error")
		}
		l.Release()
		both(1000, func() { m.Acquire("disk").Release() }, func() { m.Acquire("disk").Release() })
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
