package rooms

import (
	"errors"
	"sync"
	"testing"
	"time"
)

func TestTotalWhilePlayersComeAndGo(t *testing.T) {
	finish(t, func() {
		r := NewRoom(100)
		for range 20 {
			p := NewPlayer("idle")
			p.Award(1)
			p.Join(r)
		}
		var fns []func()
		for range 4 {
			p := NewPlayer("guest")
			fns = append(fns, func() {
				if err := p.Join(r); err != nil {
					t.Error(err)
				}
				if !p.Leave() {
					t.Error("not in the room")
				}
			}, func() {
				if n := r.Total(); n != 20 {
					t.Error(n)
				}
			})
		}
		together(fns...)
	})
}

func TestRooms(t *testing.T) {
	finish(t, func() {
		r, p, q := NewRoom(1), NewPlayer("p"), NewPlayer("q")
		if err := p.Join(r); err != nil {
			t.Error(err)
		}
		if err := p.Join(r); !errors.Is(err, ErrInRoom) {
			t.Error(err)
		}
		if err := q.Join(r); !errors.Is(err, ErrFull) {
			t.Error(err)
		}
		if err := q.Join(nil); !errors.Is(err, ErrNoRoom) {
			t.Error(err)
		}
		r.Close()
		r.Close()
		if err := q.Join(r); !errors.Is(err, ErrClosed) || p.Leave() || r.Len() != 0 {
			t.Error(err, r.Len())
		}
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
