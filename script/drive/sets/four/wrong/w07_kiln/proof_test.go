package kiln

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestPieceThatGivesUp(t *testing.T) {
	finish(t, func() {
		k := New[string](0)
		opened := make(chan struct{})
		bake := func(context.Context) (string, error) {
			<-opened
			return "jug", nil
		}
		if err := k.Fire(context.Background(), "jug", bake); err != nil {
			t.Error(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if err := k.Fire(ctx, "bowl", bake); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		close(opened)
		for range 2 {
			if fired, err := k.Shut(); len(fired) != 1 || err != nil {
				t.Error(fired, err)
			}
		}
	})
}

func TestPieceThatBreaks(t *testing.T) {
	finish(t, func() {
		k := New[int](1)
		crack := errors.New("crack")
		for n := range 10 {
			k.Fire(context.Background(), "tile", func(context.Context) (int, error) {
				if n == 3 {
					return 0, crack
				}
				return n, nil
			})
		}
		if fired, err := k.Shut(); len(fired) != 9 || !errors.Is(err, crack) {
			t.Error(fired, err)
		}
		if err := k.Fire(context.Background(), "cup", func(context.Context) (int, error) { return 0, nil }); !errors.Is(err, ErrShut) {
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
