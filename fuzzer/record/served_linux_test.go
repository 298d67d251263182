package record

import (
	"os"
	"runtime"
	"testing"
)

// TestUsage: this test runs while it asks, and has run before.
func TestUsage(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := UsageOf(os.Getpid())
	if !before.Ready {
		t.Error("this thread does not run")
	}
	for u := before; u.Spent == before.Spent; u = UsageOf(os.Getpid()) {
	}
	if u := UsageOf(-1); u != (Usage{}) {
		t.Errorf("no process has %+v", u)
	}
}
