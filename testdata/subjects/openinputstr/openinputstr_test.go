package openinputstr

import "testing"

func TestStreams(t *testing.T) {
	if sum := run(3, 2); sum != 6 {
		t.Errorf("%d parts were read, want 6", sum)
	}
}
