package connpool

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

var errDown = errors.New("server is down")

func TestGetAfterFailedDials(t *testing.T) {
	finish(t, func() {
		down := true
		p := New(2, func() (io.Closer, error) {
			if down {
				return nil, errDown
			}
			return io.NopCloser(nil), nil
		})
		for range 3 {
			if _, err := p.Get(context.Background()); !errors.Is(err, errDown) {
				t.Error(err)
			}
		}
		down = false
		c, err := p.Get(context.Background())
		if err != nil || c.Raw() == nil || p.Lent() != 1 {
			t.Error(err, p.Lent())
		}
		c.Release(false)
		c.Release(true)
		p.Close()
		p.Close()
		if _, err := p.Get(context.Background()); !errors.Is(err, ErrClosed) || p.Lent() != 0 {
			t.Error(err, p.Lent())
		}
	})
}

func TestWaitingGet(t *testing.T) {
	finish(t, func() {
		p := New(0, func() (io.Closer, error) { return io.NopCloser(nil), nil })
		c, _ := p.Get(context.Background())
		ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
		defer cancel()
		if _, err := p.Get(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		time.AfterFunc(time.Millisecond, p.Close)
		if _, err := p.Get(context.Background()); !errors.Is(err, ErrClosed) {
			t.Error(err)
		}
		c.Release(false)
	})
}

func TestTogether(t *testing.T) {
	finish(t, func() {
		var n atomic.Int64
		p := New(2, func() (io.Closer, error) {
			if n.Add(1)%3 == 0 {
				return nil, errDown
			}
			return io.NopCloser(nil), nil
		})
		defer p.Close()
		use := func() {
			if c, err := p.Get(context.Background()); err == nil {
				c.Release(n.Load()%2 == 0)
			}
		}
		together(use, use, use, use)
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

// together calls each function again and again, in a goroutine of its own, for half a second.
func together(fns ...func()) {
	var wg sync.WaitGroup
	began := time.Now()
	for _, fn := range fns {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for time.Since(began) < time.Second/2 {
				fn()
			}
		}()
	}
	wg.Wait()
}
