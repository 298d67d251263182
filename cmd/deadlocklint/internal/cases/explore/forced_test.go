package explore_test

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A cycle that the base schedule predicts is made to happen where none of the thousand schedules comes to it. One that cannot
// happen is not reached, and the twins have no finding. Without other schedules than the base schedule nothing is forced.
func TestExploreForces(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "exploreforced")
	for strategy, want := range map[string]map[string]report.Status{
		"auto": {"TestFar": report.StatusConfirmed, "TestTurnWell": report.StatusNotReached},
		"run":  {"TestFar": report.StatusPredicted, "TestTurnWell": report.StatusPredicted},
	} {
		doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-x=strategy="+strategy, ".")
		for _, f := range doc.Findings {
			if f.Status != want[f.Tests[0]] || (f.Replay != "") != (f.Status == report.StatusConfirmed) {
				t.Errorf("%s: %s is %s, want %s; replay %q", strategy, f.Tests[0], f.Status, want[f.Tests[0]], f.Replay)
			}
		}
		if len(doc.Findings) != len(want) || (status == report.ExitClean) != (strategy == "run") {
			t.Errorf("%s: %d findings, exit status %d\n%s", strategy, len(doc.Findings), status, stderr)
		}
	}
}
