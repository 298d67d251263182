package seismo

import (
	"context"
	"testing"
	"time"
)

// trembling is a sensor that never ends.
type trembling struct{}

func (trembling) Read(ctx context.Context) (float64, error) {
	return float64(time.Now().UnixNano() % 2), ctx.Err()
}

type steady struct{ n int }

func (s *steady) Read(ctx context.Context) (float64, error) {
	s.n++
	return float64(s.n % 3), ctx.Err()
}

func TestBreakAtTheFirstQuake(t *testing.T) {
	finish(t, func() {
		for q, err := range Quakes(context.Background(), new(steady), 1) {
			if q.Length != 2 || q.Peak != 2 || err != nil {
				t.Error(q, err)
			}
			break
		}
	})
}

func TestCancel(t *testing.T) {
	finish(t, func() {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		var last error
		for _, err := range Quakes(ctx, trembling{}, 1) {
			cancel()
			last = err
		}
		if last != context.Canceled {
			t.Error(last)
		}
	})
}

func TestTape(t *testing.T) {
	finish(t, func() {
		var quakes []Quake
		for q, err := range Quakes(context.Background(), NewTape(0, 3, -5, 0, 4), 3) {
			if err != nil {
				t.Error(err)
			}
			quakes = append(quakes, q)
		}
		if len(quakes) != 2 || quakes[0] != (Quake{1, 2, 5}) || quakes[1] != (Quake{4, 1, 4}) {
			t.Error(quakes)
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
