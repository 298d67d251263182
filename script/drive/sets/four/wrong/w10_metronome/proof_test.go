package metronome

import (
	"errors"
	"testing"
	"time"
)

func TestCount(t *testing.T) {
	finish(t, func() {
		sum := 0
		if err := Count(4, Fastest, func(n int) { sum += n }); err != nil || sum != 10 {
			t.Error(sum, err)
		}
		if err := Count(0, 0, func(int) {}); !errors.Is(err, ErrTempo) {
			t.Error(err)
		}
	})
}

func TestStopInABeat(t *testing.T) {
	finish(t, func() {
		ready := make(chan *Metronome, 1)
		m, err := Start(6000, func(n int) {
			if n == 2 {
				m := <-ready
				m.SetTempo(Fastest)
				m.Stop()
				m.Stop()
			}
		})
		if err != nil {
			t.Error(err)
		}
		ready <- m
		m.Wait()
		m.Stop()
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
