package explore_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// The lock orders of a run that ends well are looked at too: a cycle is predicted from the base
// schedule alone, and is one finding with the schedule that comes to it.
func TestExplorePredicts(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "explorepredicts")
	for strategy, want := range map[string]report.Status{"run": report.StatusPredicted, "auto": report.StatusConfirmed} {
		doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=100", "-x=strategy="+strategy, ".")
		if len(doc.Findings) != 1 || doc.Findings[0].Check != checks.LockOrder || doc.Findings[0].Status != want || strings.Join(doc.Findings[0].Tests, " ") != "TestReversed" {
			t.Errorf("%s: findings %v\n%s", strategy, doc.Findings, stderr)
		}
		if clean := status == report.ExitClean; clean != (want == report.StatusPredicted) {
			t.Errorf("%s: exit status %d", strategy, status)
		}
	}
}
