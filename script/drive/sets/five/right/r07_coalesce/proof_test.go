package coalesce

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestContextEndsBeforeASlotIsFree(t *testing.T) {
	finish(t, func() {
		release := make(chan struct{})
		g := New(0, func(_ context.Context, key string) (string, error) {
			if key == "slow" {
				<-release
			}
			return "page of " + key, nil
		})
		var wg sync.WaitGroup
		wg.Add(1)
		go func() {
			defer wg.Done()
			g.Load(context.Background(), "slow")
		}()
		for g.Loading() == 0 {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(10 * time.Millisecond)
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		defer cancel()
		if _, err := g.Load(ctx, "quick"); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		close(release)
		if page, err := g.Load(context.Background(), "quick"); page != "page of quick" || err != nil {
			t.Error(page, err)
		}
		wg.Wait()
		if n := g.Loading(); n != 0 {
			t.Error(n)
		}
	})
}

func TestTogether(t *testing.T) {
	finish(t, func() {
		if _, err := New(1, nil).Load(context.Background(), "a"); !errors.Is(err, ErrNoLoader) {
			t.Error(err)
		}
		g := New(2, func(_ context.Context, key string) (string, error) {
			time.Sleep(time.Millisecond)
			return key, nil
		})
		var n atomic.Int64
		load := func() {
			key := fmt.Sprint(n.Add(1) % 4)
			ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
			defer cancel()
			if page, err := g.Load(ctx, key); err == nil && page != key {
				t.Error(page)
			}
			if page, err := g.Load(context.Background(), key); err != nil || page != key {
				t.Error(page, err)
			}
		}
		together(load, load, load, load, load, load)
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
