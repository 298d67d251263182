package thrift

import "testing"

// Sized has n workers.
func Sized(t *testing.T, n int) {
	if ran := run(n, 5); ran != 5 {
		t.Errorf("the workers ran %d tasks, want 5", ran)
	}
}
