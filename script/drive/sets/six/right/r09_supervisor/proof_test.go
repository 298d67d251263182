package supervisor

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestStopEndsWorkers(t *testing.T) {
	finish(t, func() {
		s := New(0)
		wait := func(ctx context.Context) error {
			<-ctx.Done()
			return ctx.Err()
		}
		if err := s.Start("a", wait); err != nil {
			t.Error(err)
		}
		if err := s.Start("a", wait); !errors.Is(err, ErrRunning) {
			t.Error(err)
		}
		s.Stop()
		s.Stop()
		if names := s.Running(); len(names) != 0 || s.Failure("a") != nil {
			t.Error(names)
		}
		if err := s.Start("a", wait); err != ErrStopped {
			t.Error(err)
		}
	})
}

func TestRestarts(t *testing.T) {
	finish(t, func() {
		s := New(2)
		calls := 0
		if err := s.Start("a", func(context.Context) error {
			calls++
			panic("a")
		}); err != nil {
			t.Error(err)
		}
		for len(s.Running()) > 0 {
			time.Sleep(time.Millisecond)
		}
		if calls != 3 || s.Failure("a") == nil {
			t.Error(calls)
		}
		if err := s.Start("b", nil); !errors.Is(err, ErrWork) {
			t.Error(err)
		}
		s.Stop()
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
