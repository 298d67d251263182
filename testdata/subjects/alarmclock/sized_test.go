package alarmclock

import "testing"

// Sized has a clock and n-1 clients.
func Sized(t *testing.T, n int) {
	ticks := make([]int, n-1)
	for i := range ticks {
		ticks[i] = i%3 + 1
	}
	for _, late := range run(ticks...) {
		if late != 0 {
			t.Errorf("a client woke %d ticks late", late)
		}
	}
}
