//go:build rest

package run_test

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// The race detector of GOFLAGS is that of the command line: concurrent tests are not explored, and each deadlock is confirmed.
func TestGoflagsRace(t *testing.T) {
	dir := moduletest.Source(t, "crossing")
	t.Setenv("GOFLAGS", "-race")
	for range 3 {
		i := invokeTest(t, newCountdown(t, 1<<40), dir, "-run=TestCross", ".")
		if i.status != report.ExitFindings || !i.Complete || len(i.Findings) != 1 || i.Findings[0].Status != report.StatusConfirmed {
			t.Errorf("status %d, %s%s", i.status, i.errs, i.out)
		}
	}
}
