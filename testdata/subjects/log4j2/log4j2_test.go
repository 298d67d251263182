package log4j2

import "testing"

func TestClose(t *testing.T) {
	a := &appender{out: &writer{}, limit: 2}
	run(a, 3, "a", "b", "c", "d", "stop", "e")
	if got := a.written() + int(a.late.Load()); got != 5 {
		t.Errorf("%d lines are written or late, want 5", got)
	}
}
