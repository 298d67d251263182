package piper

import "testing"

func TestPassengers(t *testing.T) {
	arrived, peak := run(1, 2, 2)
	if arrived != 4 || peak > 1 {
		t.Errorf("%d passengers arrived, want 4; %d were on board", arrived, peak)
	}
}
