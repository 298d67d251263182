package filewatch

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"
)

func TestCloseAfterContextHasEnded(t *testing.T) {
	finish(t, func() {
		w, err := New(0, func(string) (int64, error) { return 1, nil })
		if err != nil {
			t.Error(err)
		}
		for range 20 {
			ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
			if _, err := w.Changed(ctx, "a", 1); err != context.DeadlineExceeded {
				t.Error(err)
			}
			cancel()
		}
		w.Close()
		w.Close()
		if _, err := w.Changed(context.Background(), "a", 1); err != ErrClosed {
			t.Error(err)
		}
	})
}

func TestChanged(t *testing.T) {
	finish(t, func() {
		var version atomic.Int64
		broken := errors.New("broken")
		w, _ := New(time.Millisecond, func(path string) (int64, error) {
			if path == "b" {
				return 0, broken
			}
			return version.Load(), nil
		})
		time.AfterFunc(10*time.Millisecond, func() { version.Store(7) })
		if v, err := w.Changed(context.Background(), "a", 0); v != 7 || err != nil || w.Probes() == 0 {
			t.Error(v, err)
		}
		if _, err := w.Changed(context.Background(), "b", 0); !errors.Is(err, broken) {
			t.Error(err)
		}
		time.AfterFunc(10*time.Millisecond, w.Close)
		if _, err := w.Changed(context.Background(), "a", 7); err != ErrClosed {
			t.Error(err)
		}
		w.Close()
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
