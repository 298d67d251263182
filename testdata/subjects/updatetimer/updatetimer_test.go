package updatetimer

import "testing"

func TestPages(t *testing.T) {
	if fired := run(2, "blink", "poll"); len(fired) > 0 {
		t.Errorf("timers of closed pages fired: %v", fired)
	}
}
