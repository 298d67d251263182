package orchard

import (
	"errors"
	"testing"
	"time"
)

func TestIrrigateWithTooLittleWater(t *testing.T) {
	finish(t, func() {
		o := New()
		o.Plant("north", 1)
		o.Plant("south", 2)
		if left, err := o.Irrigate(100); left != 40 || !errors.Is(err, ErrTank) {
			t.Error(left, err)
		}
		if n, err := o.Short("south"); n != 1 || err != nil {
			t.Error(n, err)
		}
		o.Rest("south", true)
		o.Measure("north", 50)
		if left, err := o.Irrigate(100); left != 90 || err != nil {
			t.Error(left, err)
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
