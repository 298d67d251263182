package board

import (
	"errors"
	"sync"
	"testing"
	"time"
)

func TestSecondMoveIsNotAllowed(t *testing.T) {
	b, err := New(3)
	if err != nil {
		t.Fatal(err)
	}
	finish(t, func() {
		from, to := Pos{0, 0}, Pos{1, 1}
		if err := errors.Join(b.Place(from, "K"), b.Place(to, "p")); err != nil {
			t.Error(err)
		}
		if err := b.Play(Move{from, to}, Move{from, to}); !errors.Is(err, ErrMove) {
			t.Error(err)
		}
		b.Lock()
		if b.Piece(from) != "K" || b.Piece(to) != "p" {
			t.Error(b.pieces)
		}
		b.Unlock()
		both(100, func() { b.Play(Move{from, to}) }, func() { b.Undo() })
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
