package barrier

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestTwoParties(t *testing.T) {
	finish(t, func() {
		b, err := New(2)
		if err != nil {
			t.Error(err)
		}
		both(1, func() { await(b, 100) }, func() { await(b, 100) })
		if over, waiting := b.Rounds(); over != 100 || waiting != 0 || b.Parties() != 2 {
			t.Error(over, waiting)
		}
	})
}

func TestRun(t *testing.T) {
	finish(t, func() {
		var steps atomic.Int32
		step := func(party, round int) error {
			if party == 1 && round == 1 {
				return ErrParties
			}
			steps.Add(1)
			return nil
		}
		if err := Run(3, 3, step); !errors.Is(err, ErrParties) || steps.Load() != 7 {
			t.Error(err, steps.Load())
		}
		if err := Run(0, 1, step); err != ErrParties {
			t.Error(err)
		}
	})
}

func await(b *Barrier, n int) {
	for range n {
		b.Await()
	}
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
