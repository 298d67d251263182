package allocation

import "testing"

func TestBlocks(t *testing.T) {
	left, u := run(3, 5, 2)
	if left != 0 {
		t.Errorf("%d blocks are in use after all clients ended", left)
	}
	if n := u.granted + u.denied; n != 6 {
		t.Errorf("%d calls were counted, want 6", n)
	}
}
