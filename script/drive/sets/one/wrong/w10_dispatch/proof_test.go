package dispatch

import (
	"errors"
	"testing"
	"time"
)

func TestRefusedTask(t *testing.T) {
	finish(t, func() {
		d := New(0)
		task := TaskFunc(func() error { return nil })
		if err := errors.Join(d.Go(task), d.Go(task), d.Close()); err != nil {
			t.Error(err)
		}
		if err := d.Go(task); err != ErrClosed {
			t.Error(err)
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
		if c := d.Counts(); c != (Counts{Done: 2, Refused: 1}) {
			t.Error(c)
		}
	})
}

func TestTaskFromTask(t *testing.T) {
	finish(t, func() {
		d := New(1)
		d.Go(TaskFunc(func() error { return d.Go(TaskFunc(func() error { return ErrNoTask })) }))
		d.Close()
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
