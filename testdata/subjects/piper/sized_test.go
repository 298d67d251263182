package piper

import "testing"

// Sized has n goroutines: a gate and its crew are two. One gate shows no bug.
func Sized(t *testing.T, n int) {
	arrived, peak := run(1, n/2, 2)
	if arrived != n || peak > 1 {
		t.Errorf("%d passengers arrived, want %d; %d were on board", arrived, n, peak)
	}
}
