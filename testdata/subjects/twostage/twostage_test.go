package twostage

import "testing"

func TestStages(t *testing.T) {
	s := run(3, 2)
	if n := s.mismatches.Load(); n != 0 {
		t.Errorf("%d displays show a raw value without its calibrated one", n)
	}
	if mean := s.history.mean(); mean != 20 {
		t.Errorf("the mean is %d, want 20", mean)
	}
}
