package explore_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
)

// TestExploreSURW: a bug that needs many steps of one goroutine against few of another shows within
// a hundred schedules, with one seed as often as one asks. Its twin is silent.
func TestExploreSURW(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "surw")
	found := func(args ...string) int {
		doc, _, _ := runtest.Invoke(t, append([]string{"explore", "-C=" + dir, "-json", "-runs=100", "-seed=1"}, append(args, ".")...)...)
		n := 0
		for _, f := range doc.Findings {
			if f.Status == "confirmed" {
				n++
			}
		}
		return n
	}
	if n := found("-x=strategy=surw", "-run=TestSURW$"); n != 1 {
		t.Errorf("surw confirms %d findings, want 1", n)
	}
	if n := found("-x=strategy=surw", "-run=TestSURWWell"); n != 0 {
		t.Errorf("surw confirms %d findings in the twin", n)
	}
	if n := found("-x=strategy=random", "-run=TestSURW$"); n != 0 {
		t.Errorf("random confirms %d findings: the case does not tell the two apart", n)
	}
}

// TestExploreBound: one preemption is enough for the cycle, and none is not. A strategy without
// a bound takes none.
func TestExploreBound(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "surw")
	for _, c := range []struct{ bound, want string }{
		{"0", "all schedules with at most 0 preemptions"},
		{"1", "all schedules with at most 1 preemption"},
	} {
		doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=5000", "-x=strategy=icb", "-x=bound="+c.bound, "-run=TestSURW$", ".")
		found := false
		for _, f := range doc.Findings {
			found = found || f.Status == "confirmed"
		}
		if !strings.Contains(stderr, c.want) || found != (c.bound == "1") {
			t.Errorf("bound %s: found %v\n%s", c.bound, found, stderr)
		}
	}
	for strategy, want := range map[string]string{"dpor": "strategy dpor has no bound", "pct": "use 1 to 16"} {
		if err := runtest.Call(&strings.Builder{}, &strings.Builder{}, "explore", "-C="+dir, "-x=strategy="+strategy, "-x=bound=0", "."); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("-x bound=0 of %s: %v", strategy, err)
		}
	}
}
