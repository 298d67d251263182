package canal

import (
	"errors"
	"testing"
	"time"
)

func TestBoatsOnBothSides(t *testing.T) {
	finish(t, func() {
		c := NewChamber(1)
		if err := c.Enter(Low); err != nil {
			t.Error(err)
		}
		above, below := make(chan error, 1), make(chan error, 1)
		go func() { above <- c.Enter(High) }()
		queue(c, 1)
		go func() { below <- c.Enter(Low) }()
		queue(c, 2)
		if err := c.Leave(); err != nil {
			t.Error(err)
		}
		if err := <-below; err != nil {
			t.Error(err)
		}
		c.Turn(High)
		c.Leave()
		if err := <-above; err != nil {
			t.Error(err)
		}
	})
}

func TestCloseSendsAllAway(t *testing.T) {
	finish(t, func() {
		c := NewChamber(0)
		errs := make(chan error, 3)
		for range cap(errs) {
			go func() { errs <- c.Enter(High) }()
		}
		queue(c, 3)
		c.Close()
		c.Close()
		for range cap(errs) {
			if err := <-errs; !errors.Is(err, ErrClosed) {
				t.Error(err)
			}
		}
		if err := c.Leave(); !errors.Is(err, ErrEmpty) {
			t.Error(err)
		}
	})
}

// queue waits until n boats wait.
func queue(c *Chamber, n int) {
	for c.Queue() != n {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(10 * time.Millisecond)
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
