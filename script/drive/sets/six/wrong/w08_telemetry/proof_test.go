package telemetry

import (
	"errors"
	"testing"
	"time"
)

func TestFlushAfterClose(t *testing.T) {
	finish(t, func() {
		for range 20 {
			e, err := New(10, func([]Sample) error { return nil })
			if err != nil {
				t.Error(err)
			}
			e.Record("a", 1)
			if err := e.Close(); err != nil {
				t.Error(err)
			}
			for range 2 {
				if err := e.Flush(); err != ErrClosed {
					t.Error(err)
				}
			}
			if e.Record("a", 1) || e.Dropped() != 1 {
				t.Error(e.Dropped())
			}
		}
	})
}

func TestFlush(t *testing.T) {
	finish(t, func() {
		down := errors.New("collector is down")
		sent := 0
		e, _ := New(0, func(samples []Sample) error {
			sent += len(samples)
			return down
		})
		for range 5 {
			e.Record("a", 1)
		}
		if err := e.Flush(); err != nil && !errors.Is(err, down) {
			t.Error(err)
		}
		if sent != 5 {
			t.Error(sent)
		}
		e.Close()
		e.Close()
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
