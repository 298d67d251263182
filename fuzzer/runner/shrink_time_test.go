package runner

import (
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
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

// TestTriesOfAnEnding: tries have the whole time where a process for each, or the body of the test, makes them slow.
func TestTriesOfAnEnding(t *testing.T) {
	const most = 2 * time.Second
	fast := &explorer.Result{Tally: explorer.Tally{Runs: 1000}, Took: time.Second / 2}
	first := &explorer.Result{Tally: explorer.Tally{Runs: 3}, Took: time.Second / 2} // stopped there
	slow := &explorer.Result{Tally: explorer.Tally{Runs: 150}, Took: 3 * time.Second}
	for _, c := range []struct {
		result *explorer.Result
		ending explorer.Ending
		want   time.Duration
	}{
		{fast, explorer.Ending{}, most / withinPart},
		{fast, explorer.Ending{Fresh: true}, most},
		{fast, explorer.Ending{Crash: "panic: close of closed channel"}, most},
		{fast, explorer.Ending{End: boundary.Over}, most},
		{first, explorer.Ending{}, most / withinPart},
		{slow, explorer.Ending{}, most},
		{slow, explorer.Ending{Fresh: true}, most},
		{&explorer.Result{}, explorer.Ending{}, most / withinPart}, // under the base schedule, before a run was counted
	} {
		if got := ofTries(c.result, &c.ending, most); got != c.want {
			t.Errorf("%d runs in %v, %+v: %v, want %v", c.result.Runs, c.result.Took, c.ending, got, c.want)
		}
	}
}
