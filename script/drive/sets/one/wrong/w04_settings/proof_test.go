package settings

import (
	"errors"
	"sync"
	"testing"
	"time"
)

func TestDefaultsWhileOthersSet(t *testing.T) {
	s := new(Settings)
	s.Set("cache", "${home}/cache")
	s.SetDefault("home", "/srv")
	finish(t, func() {
		both(20000, func() {
			if v, err := s.Get("cache"); v != "/srv/cache" || err != nil {
				t.Error(v, err)
			}
		}, func() { s.Set("other", "x") })
	})
}

func TestReferencesToItself(t *testing.T) {
	finish(t, func() {
		s := new(Settings)
		s.Set("a", "$b")
		s.Set("b", "$a$a")
		if _, err := s.Get("a"); !errors.Is(err, ErrDepth) {
			t.Error(err)
		}
		s.Unset("a")
		if _, err := s.Get("b"); !errors.Is(err, ErrMissing) {
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

// both calls a and b, each n times in a goroutine of its own, and for half a second at most.
func both(n int, a, b func()) {
	var wg sync.WaitGroup
	began := time.Now()
	for _, fn := range []func(){a, b} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := 0; i < n && time.Since(began) < time.Second/2; i++ {
				fn()
			}
		}()
	}
	wg.Wait()
}
