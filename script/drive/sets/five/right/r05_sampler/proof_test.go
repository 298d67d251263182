package sampler

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"
)

func TestChangeIntervalWhileReporting(t *testing.T) {
	finish(t, func() {
		var sum atomic.Int64
		s, err := New(time.Millisecond, func(counts map[string]int) {
			time.Sleep(time.Millisecond)
			sum.Add(int64(counts["n"]))
		})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 200 {
			s.Add("n", 1)
			time.Sleep(time.Duration(i%3) * time.Millisecond)
			if err := s.SetInterval(time.Millisecond); err != nil {
				t.Error(err)
			}
		}
		s.Add("n", 1)
		s.Close()
		s.Close()
		if n := sum.Load(); n != 201 {
			t.Error(n)
		}
	})
}

func TestErrors(t *testing.T) {
	finish(t, func() {
		if _, err := New(0, nil); !errors.Is(err, ErrInterval) {
			t.Error(err)
		}
		s, _ := New(time.Hour, nil)
		if err := s.SetInterval(-1); !errors.Is(err, ErrInterval) || s.Interval() != time.Hour {
			t.Error(err)
		}
		s.Close()
		if err := s.SetInterval(1); !errors.Is(err, ErrClosed) {
			t.Error(err)
		}
		s.Add("n", 1)
	})
}

// finish fails the test when fn has not returned after three seconds.
func finish(t *testing.T, fn func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		fn()
	}()
	select {
	case <-done:
	case <-time.After(3 * time.Second):
		t.Fatal("hangs")
	}
}
