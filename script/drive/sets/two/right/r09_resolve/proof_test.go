package resolve

import (
	"errors"
	"testing"
	"time"
)

func TestTargetsWithoutPort(t *testing.T) {
	finish(t, func() {
		r := New(1, WithHosts(map[string]string{"db": "10.0.0.1"}))
		for range 2 {
			if _, err := r.Resolve("db"); !errors.Is(err, ErrSyntax) {
				t.Error(err)
			}
		}
		if a, err := r.Resolve("DB:80"); a != "10.0.0.1:80" || err != nil {
			t.Error(a, err)
		}
	})
}

func TestAllTargets(t *testing.T) {
	finish(t, func() {
		r := New(2, WithLookup(func(name string) (string, error) {
			if name == "x" {
				return "", ErrUnknown
			}
			return name, nil
		}))
		if a, err := r.ResolveAll("a:1", "b:2", "a:3", "a:4"); len(a) != 4 || err != nil {
			t.Error(a, err)
		}
		if _, err := r.ResolveAll("a:1", "x:2", "x:3", "x:4"); !errors.Is(err, ErrUnknown) || r.Calls() != 8 {
			t.Error(err, r.Calls())
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
