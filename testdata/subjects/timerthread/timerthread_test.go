package timerthread

import "testing"

func TestPages(t *testing.T) {
	if n := run(2); n < 2 || n > 4 {
		t.Errorf("%d timers fired, want 2 to 4", n)
	}
}
