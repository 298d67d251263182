package explore_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A finding that needs an earlier run of the test in the process says so, and so does its schedule.
func TestExploreBehind(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "behind")
	doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=60", "-keep="+t.TempDir(), ".")
	const words = "the test has run before in the process"
	for _, f := range doc.Findings {
		behind := strings.Contains(f.Dynamic.Assumption, words)
		if name := f.Tests[0]; f.Status != report.StatusConfirmed || name == "TestCold" || behind != (name != "TestOnce") {
			t.Errorf("%s: %s, assumes %q", name, f.Status, f.Dynamic.Assumption)
		}
		if f.Tests[0] == "TestWarm" {
			again, _, _ := runtest.Invoke(t, "replay", "-C="+dir, "-json", strings.TrimPrefix(f.Replay, "deadlocklint replay "))
			if len(again.Findings) != 1 || !strings.Contains(again.Findings[0].Dynamic.Assumption, words) {
				t.Errorf("a replay: %+v", again.Findings)
			}
		}
	}
	if len(doc.Findings) != 3 {
		t.Errorf("%d findings\n%s", len(doc.Findings), stderr)
	}
}

// A test that uses something up fails in the fourth run of a process under each schedule: that is no finding. A
// schedule of it that fails in a first run is one.
func TestExploreWorn(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "worn")
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=60", "-keep="+t.TempDir(), ".")
	if len(doc.Findings) != 1 || doc.Findings[0].Tests[0] != "TestOrder" || doc.Findings[0].Dynamic.Assumption != "" || status != report.ExitFindings {
		t.Errorf("exit status %d, findings %+v\n%s", status, doc.Findings, stderr)
	}
}
