package batch

import (
	"errors"
	"testing"
	"time"
)

var errFull = errors.New("disk is full")

func TestCloseWithSinkThatFails(t *testing.T) {
	finish(t, func() {
		w, err := New(10, func([]string) error { return errFull })
		if err != nil {
			t.Error(err)
		}
		if err := w.Add("a"); err != nil {
			t.Error(err)
		}
		for range 2 {
			if err := w.Close(); !errors.Is(err, errFull) {
				t.Error(err)
			}
		}
		if err := w.Add("b"); err != ErrClosed || w.Lost() != 1 {
			t.Error(err, w.Lost())
		}
	})
}

func TestBatches(t *testing.T) {
	finish(t, func() {
		var sizes []int
		w, _ := New(2, func(records []string) error {
			sizes = append(sizes, len(records))
			return nil
		})
		for range 5 {
			w.Add("a")
		}
		if err := w.Close(); err != nil || len(sizes) != 3 {
			t.Error(err, sizes)
		}
	})
}

func TestAddAfterSinkHasFailed(t *testing.T) {
	finish(t, func() {
		w, _ := New(1, func([]string) error { return errFull })
		if err := w.Add("a"); !errors.Is(err, errFull) {
			t.Error(err)
		}
		if err := w.Add("b"); err != ErrClosed {
			t.Error(err)
		}
		if err := w.Close(); err != nil {
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
