package explore_test

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestAttended: a goroutine of TestMain that nobody can reach any more after a run is leaked, as one of the run is. The twin has room
// for an answer that comes late.
func TestAttended(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]int{"attended": report.ExitFindings, "attended_fixed": report.ExitClean} {
		dir := moduletest.Source(t, name)
		doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=60", ".")
		var leaked int
		for _, f := range doc.Findings {
			if f.Status == report.StatusLeaked {
				leaked++
			} else if !f.Note {
				t.Errorf("%s: %s: %s", name, f.Status, f.Message)
			}
		}
		if status != want || leaked != want/report.ExitFindings {
			t.Errorf("%s: exit status %d, want %d, %d leaked: %+v\n%s", name, status, want, leaked, doc.Findings, stderr)
		}
	}
}
