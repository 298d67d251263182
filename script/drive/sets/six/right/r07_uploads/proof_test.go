package uploads

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestUploadAfterClose(t *testing.T) {
	finish(t, func() {
		m, err := New(2, func(context.Context, string, []byte) error { return nil })
		if err != nil {
			t.Error(err)
		}
		if err := m.Upload(context.Background(), "a", []byte("abc")); err != nil || m.Sent() != 3 {
			t.Error(err)
		}
		m.Close()
		m.Close()
		for range 5 {
			if err := m.Upload(context.Background(), "a", nil); err != ErrClosed {
				t.Error(err)
			}
		}
	})
}

func TestSameObjectAtTheSameTime(t *testing.T) {
	finish(t, func() {
		began, end := make(chan bool), make(chan bool)
		m, _ := New(2, func(context.Context, string, []byte) error {
			began <- true
			<-end
			return nil
		})
		first := make(chan error)
		go func() { first <- m.Upload(context.Background(), "a", nil) }()
		<-began
		for range 3 {
			if err := m.Upload(context.Background(), "a", nil); !errors.Is(err, ErrBusy) {
				t.Error(err)
			}
		}
		if names := m.Running(); len(names) != 1 {
			t.Error(names)
		}
		close(end)
		if err := <-first; err != nil {
			t.Error(err)
		}
	})
}

func TestFailures(t *testing.T) {
	finish(t, func() {
		calls := 0
		m, _ := New(0, func(context.Context, string, []byte) error {
			calls++
			return ErrTemporary
		})
		for range 2 {
			if err := m.Upload(context.Background(), "a", nil); !errors.Is(err, ErrTemporary) {
				t.Error(err)
			}
		}
		if calls != 6 {
			t.Error(calls)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if err := m.Upload(ctx, "a", nil); !errors.Is(err, context.Canceled) {
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
