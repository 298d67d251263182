package states

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"
)

func TestHookThatMovesOn(t *testing.T) {
	finish(t, func() {
		m := New("new")
		m.Allow("new", "paid")
		m.Allow("paid", "sent")
		m.OnChange(func(from, to string) {
			if m.Can("sent") {
				if err := m.Move("sent"); err != nil {
					t.Error(err)
				}
			}
		})
		if err := m.Move("paid"); err != nil {
			t.Error(err)
		}
		if h := m.History(); !slices.Equal(h, []string{"new", "paid", "sent"}) {
			t.Error(h)
		}
	})
}

func TestMoves(t *testing.T) {
	finish(t, func() {
		m := New("new")
		m.OnChange(nil)
		if err := m.Move("paid"); !errors.Is(err, ErrTransition) {
			t.Error(err)
		}
		m.Allow("new", "paid")
		m.Allow("paid", "new")
		both(1000, func() { m.Move("paid") }, func() { m.Move("new") })
		if err := m.Move(m.State()); err != nil {
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
