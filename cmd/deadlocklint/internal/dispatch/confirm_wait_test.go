package dispatch

import (
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestConfirmWait: what test confirms of a place where a goroutine waits for ever, confirm with its id confirms as well. In the twin no
// test waits there, and both say so.
func TestConfirmWait(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "confirmwait")
	for _, c := range []struct {
		pkg    string
		want   report.Status
		status int
	}{{"./lost", report.StatusConfirmed, report.ExitFindings}, {"./filled", report.StatusNotReached, report.ExitClean}} {
		o := call(t, "test", "-C="+dir, "-json", c.pkg)
		i := slices.IndexFunc(o.Findings, func(f report.Finding) bool { return f.Check == checks.CondWaitUnconditional })
		if i < 0 || o.Findings[i].Status != c.want {
			t.Errorf("test %s: %+v", c.pkg, o.Findings)
			continue
		}
		again := call(t, "confirm", "-C="+dir, "-json", o.Findings[i].ID, c.pkg)
		again.want(t, "confirm "+c.pkg, c.status)
		if len(again.Findings) != 1 || again.Findings[0].Status != c.want {
			t.Errorf("confirm %s: %+v, want it %s", c.pkg, again.Findings, c.want)
		}
	}
}
