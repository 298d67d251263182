package readwriteproc

import "testing"

func TestRead(t *testing.T) {
	if sum, reads := run(2, 10, 4); sum != 20 || reads != 6 {
		t.Errorf("%d bytes in %d reads, want 20 in 6", sum, reads)
	}
}
