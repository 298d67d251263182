package runner

import (
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
)

// TestShrinkTime: a test that has a share of the time leaves most of it to the tests after it.
func TestShrinkTime(t *testing.T) {
	for _, c := range []struct{ share, took, want time.Duration }{
		{0, time.Second, 2 * time.Second},
		{0, time.Minute, time.Minute / maxRecorded},
		{time.Second, time.Second, time.Second / 4},
		{time.Second, 4 * time.Second, 4 * time.Second / maxRecorded},
		{time.Minute, time.Second, 2 * time.Second},
	} {
		if got := shrinkTime(&explorer.Result{Share: c.share, Took: c.took}); got != c.want {
			t.Errorf("share %v, took %v: %v, want %v", c.share, c.took, got, c.want)
		}
	}
}
