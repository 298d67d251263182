package dispatch

import (
	"testing"
)

// TestSelftest: it passes where deadlocklint works.
func TestSelftest(t *testing.T) {
	t.Parallel()
	o := call(t, "selftest")
	o.want(t, "selftest", 0, "ok  the source of a program with a deadlock", "made to happen", "ok  the replay", "ok  the same program without the deadlock")
	call(t, "selftest", "x").want(t, "arguments", 2, "selftest takes no arguments")
}
