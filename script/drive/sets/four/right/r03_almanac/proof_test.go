package almanac

import (
	"testing"
	"time"
)

func TestStrikeInALoop(t *testing.T) {
	finish(t, func() {
		var a Almanac[string]
		a.Note(80, "sow")
		a.Note(80, "spring tide")
		a.Note(81, "feast")
		for day, event := range a.Between(0, 80) {
			if !a.Strike(day, event) {
				t.Error(day, event)
			}
		}
		if a.Len() != 1 {
			t.Error(a.Len())
		}
	})
}

func TestShift(t *testing.T) {
	finish(t, func() {
		var a Almanac[string]
		a.Note(10, "frost")
		a.Shift(0, 365, 3)
		a.Shift(0, 365, 0)
		for day, event := range a.Between(0, 365) {
			if day != 13 || event != "frost" {
				t.Error(day, event)
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
