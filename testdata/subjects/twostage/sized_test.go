package twostage

import "testing"

// Sized has a writer and n-1 displays.
func Sized(t *testing.T, n int) {
	if m := run(3, n-1).mismatches.Load(); m != 0 {
		t.Errorf("%d displays show a raw value without its calibrated one", m)
	}
}
