package dispatch

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
)

// unconfirmed is a case whose trace program shows what no run can do.
const unconfirmed = "send_after_pipe"

// TestSearchBudget: without time nothing is searched, and the report says so.
func TestSearchBudget(t *testing.T) {
	t.Parallel()
	o := call(t, "run", "-json", "-static=false", "-tries=0", "-time=1ns", "-C="+moduletest.Unpack(t, unconfirmed), ".")
	if len(o.Findings) > 0 || len(o.Stats.Limits) != 1 || !strings.Contains(o.Stats.Limits[0], "trace programs") || !strings.Contains(o.Stats.Limits[0], "-time") {
		t.Errorf("%d findings, limits %q", len(o.Findings), o.Stats.Limits)
	}
}
