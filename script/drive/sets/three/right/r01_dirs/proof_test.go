package dirs

import (
	"errors"
	"sync"
	"testing"
	"time"
)

func TestCircleOfThree(t *testing.T) {
	finish(t, func() {
		a, b, c := new(Dir), new(Dir), new(Dir)
		a.Write("x", 1)
		b.Write("y", 2)
		a.Mount(b)
		b.Mount(c)
		c.Mount(a)
		if n := a.Size(); n != 3 {
			t.Error(n)
		}
	})
}

func TestMountAndUnmount(t *testing.T) {
	finish(t, func() {
		a, b, c := new(Dir), new(Dir), new(Dir)
		if a.Mount(a) != ErrCycle || errors.Join(a.Mount(b), a.Mount(b), b.Mount(c), a.Mount(c)) != nil {
			t.Error("mount")
		}
		c.Write("z", 5)
		both(1000, func() { a.Size() }, func() { b.Size(); a.Mount(c); a.Unmount(c) })
		if n := a.Size(); n != 15 || !c.Remove("z") {
			t.Error(n)
		}
		for _, want := range []error{nil, nil, ErrNotMounted} {
			if err := a.Unmount(b); err != want {
				t.Error(err)
			}
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
