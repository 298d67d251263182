package explore_test

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestPulled: a coroutine of iter.Pull that nobody can stop any more is a leaked goroutine, in both commands. A note tells of it.
func TestPulled(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "pulled")
	for test, want := range map[string]report.Status{
		"TestForgotten": report.StatusLeaked, "TestNeverBegun": report.StatusLeaked, "TestKept": report.StatusLeftBlocked,
		"TestStopped": "", "TestEnds": "", "TestHandedOn": "",
	} {
		for _, command := range []string{"explore", "test"} {
			doc, status, stderr := runtest.Invoke(t, command, "-C="+dir, "-json", "-run=^"+test+"$", ".")
			if status != report.ExitClean || len(doc.Findings) != min(len(want), 1) {
				t.Errorf("%s %s: exit status %d, findings %+v\n%s", command, test, status, doc.Findings, stderr)
			}
			for _, f := range doc.Findings {
				if f.Status != want || !f.Note {
					t.Errorf("%s %s: %s, note %t, want a note that is %s", command, test, f.Status, f.Note, want)
				}
			}
		}
	}
}
