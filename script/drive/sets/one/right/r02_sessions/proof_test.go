package sessions

import (
	"errors"
	"testing"
	"time"
)

func TestRevokedSession(t *testing.T) {
	finish(t, func() {
		s := New(WithMaxValues(1))
		if err := errors.Join(s.Login("a"), s.Set("a", "k", "v"), s.Set("a", "k", "w"), s.Revoke("a")); err != nil {
			t.Error(err)
		}
		for range 2 {
			if _, err := s.Get("a", "k"); err != ErrRevoked {
				t.Error(err)
			}
		}
		if err := s.Revoke("a"); err != nil {
			t.Error(err)
		}
		if n := s.Sweep(); n != 1 {
			t.Error(n)
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
