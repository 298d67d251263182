package run_test

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Goroutines that share only atomics are concurrent, and such tests are explored.
func TestAtomicsAreExplored(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "atomicssource")
	i := invokeTest(t, newCountdown(t, 1<<40), dir, "-static=false", "-condvar=false", ".")
	found := map[string]bool{}
	for _, f := range i.Findings {
		if f.Status == report.StatusConfirmed {
			found[f.Tests[0]] = true
		}
	}
	if !found["TestWake"] || !found["TestCount"] || len(found) != 2 {
		t.Errorf("found %v\n%s%s", found, i.errs, i.out)
	}
}
