package flags

import (
	"errors"
	"testing"
	"time"
)

func TestSameRolloutTwice(t *testing.T) {
	finish(t, func() {
		s := New()
		for range 2 {
			if err := s.SetRollout("search", 100); err != nil {
				t.Error(err)
			}
		}
		if v := s.Version(); v != 1 {
			t.Error(v)
		}
		if !s.Enabled("search", "ann") || s.Enabled("chat", "ann") {
			t.Error("not as rolled out")
		}
	})
}

func TestErrors(t *testing.T) {
	finish(t, func() {
		s := New()
		if err := s.SetRollout("search", 101); !errors.Is(err, ErrPercent) {
			t.Error(err)
		}
		if err := s.SetRollout("", 1); err != ErrName {
			t.Error(err)
		}
		if err := s.Pin("search", "ann", true); !errors.Is(err, ErrUnknown) {
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
