package dispatch

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestUnconfirmed: what trace programs show and no run confirms is counted,
// listed when that is asked for, and never looked for with -condvar=false.
func TestUnconfirmed(t *testing.T) {
	t.Parallel()
	dir := moduletest.Unpack(t, unconfirmed)
	const one = "lock-across-channel"
	for _, c := range []struct {
		args        string
		status      int
		listed      report.Status // "" for not
		unconfirmed int
	}{
		{"", report.ExitClean, "", 1},
		{"-v", report.ExitClean, report.StatusNotReached, 0},
		{"-tries=0", report.ExitClean, report.StatusPredicted, 0},
		{"-fail-on=not-reached", report.ExitFindings, report.StatusNotReached, 0},
		{"-condvar=false", report.ExitClean, "", 0},
	} {
		args := append([]string{"run", "-json", "-static=false", "-tries=1", "-C=" + dir}, strings.Fields(c.args)...)
		o := call(t, append(args, ".")...)
		o.want(t, c.args, c.status)
		switch {
		case o.Stats.Unconfirmed != c.unconfirmed:
			t.Errorf("%q: %d counted, want %d", c.args, o.Stats.Unconfirmed, c.unconfirmed)
		case c.listed == "" && len(o.Findings) > 0:
			t.Errorf("%q: %s is listed", c.args, o.Findings[0].Check)
		case c.listed != "" && (len(o.Findings) != 1 || o.Findings[0].Check != one || o.Findings[0].Status != c.listed):
			t.Errorf("%q: no %s %s: %s", c.args, c.listed, one, o.out)
		}
	}
	o := call(t, "run", "-static=false", "-tries=1", "-C="+dir, ".")
	if !strings.Contains(o.out, "nothing found\n1 possible ") {
		t.Errorf("not counted in the text:\n%s", o.out)
	}
}
