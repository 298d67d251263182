package settings

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestDefaultsWhileOthersSet(t *testing.T) {
	s := new(Settings)
	const long = 8 << 20 // it takes time to find the reference
	s.Set("cache", strings.Repeat("/", long)+"${home}")
	s.SetDefault("home", "srv")
	finish(t, func() {
		both(10, func() {
			if v, err := s.Get("cache"); len(v) != long+3 || err != nil {
				t.Error(len(v), err)
			}
		}, func() { both(1000, func() { s.Set("other", "x") }, func() { time.Sleep(time.Millisecond) }) })
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

// both calls a and b, each n times in a goroutine of its own. Calls end after half a second, but
// each is made once.
func both(n int, a, b func()) {
	var wg sync.WaitGroup
	began := time.Now()
	for _, fn := range []func(){a, b} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range n {
				fn()
				if time.Since(began) > time.Second/2 {
					return
				}
			}
		}()
	}
	wg.Wait()
}
