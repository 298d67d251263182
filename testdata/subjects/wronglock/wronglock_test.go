package wronglock

import "testing"

func TestStock(t *testing.T) {
	if want, got := run(2, 1, 2, 3, 1); got != want {
		t.Errorf("%d pieces are left, want %d", got, want)
	}
}
