package alarmclock

import "testing"

func TestAlarms(t *testing.T) {
	late := run(3, 1, 2)
	if len(late) != 6 {
		t.Errorf("%d clients woke, want 6", len(late))
	}
	for _, ticks := range late {
		if ticks != 0 {
			t.Errorf("a client woke %d ticks late", ticks)
		}
	}
}
