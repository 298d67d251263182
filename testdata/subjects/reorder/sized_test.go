package reorder

import "testing"

// Sized has n goroutines, of which half set and half check.
func Sized(t *testing.T, n int) {
	if r := run(2, n/2, n/2); r.broken != 0 {
		t.Errorf("%d of %d checks saw half of a pair", r.broken, r.checks)
	}
}
