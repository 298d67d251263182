package bodies_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestExploreFailsAnyway: a test that fails natively is explored as any other one. What it does under other schedules is a
// finding, with a schedule that is replayed.
func TestExploreFailsAnyway(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "failsanyway")
	for test, words := range map[string][2]string{
		"TestPanicsToo":       {"ends the process under some schedules, and fails under others; it fails natively, too: panic: assignment to entry in nil map", "ends otherwise under others"},
		"TestPassesSomewhere": {"fails under the base schedule, and passes under others; it fails natively, too", "and passes under others"},
	} {
		doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-run="+test, ".")
		if status != report.ExitFindings || len(doc.Findings) != 1 || !strings.Contains(stderr, words[1]) {
			t.Errorf("%s: exit status %d, %d findings\n%s", test, status, len(doc.Findings), stderr)
			continue
		}
		if f := doc.Findings[0]; f.Status != report.StatusConfirmed || !strings.Contains(f.Message, words[0]) || f.Output+f.Dump == "" {
			t.Errorf("%s: %s: %s\n%s%s", test, f.Status, f.Message, f.Output, f.Dump)
		}
		runtest.ReplaysAgain(t, dir, doc.Findings[0])
	}
}

// TestExploreFailsAlone: a test that fails in the same way under each schedule is no finding, and that is said.
func TestExploreFailsAlone(t *testing.T) {
	t.Parallel()
	for _, test := range []string{"TestFailsAlone", "TestPanicsAlone"} {
		doc, status, stderr := runtest.Invoke(t, "explore", "-C="+moduletest.Source(t, "failsanyway"), "-json", "-run="+test, ".")
		if status != report.ExitFailed || len(doc.Findings) > 0 || !strings.Contains(stderr, "in the same way under each schedule, so the failure is its own") {
			t.Errorf("%s: exit status %d, findings %v\n%s", test, status, doc.Findings, stderr)
		}
	}
}

// TestStopFirstFailsAnyway: the failure that a test has in any case stops nothing, and the first other end does.
func TestStopFirstFailsAnyway(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "failsanyway")
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-stop-first", "-run=FailsAlone|PanicsToo", ".")
	if d := doc.Stats.Damaged; status != report.ExitFindings || len(doc.Findings) != 1 || len(d) != 1 || !strings.Contains(d[0], "TestFailsAlone: not explored: -stop-first") {
		t.Errorf("exit status %d, findings %v, %q\n%s", status, doc.Findings, d, stderr)
	}
}

// TestTestFailsAnyway: deadlocklint test explores tests that have failed in the recorded run, too.
func TestTestFailsAnyway(t *testing.T) {
	t.Parallel()
	doc, status, stderr := runtest.Invoke(t, "test", "-C="+moduletest.Source(t, "failsanyway"), "-json", "-skip=TestPanicsAlone", ".")
	var found []string
	for _, f := range doc.Findings {
		found = append(found, f.Tests...)
	}
	slices.Sort(found)
	if want := []string{"TestPanicsToo", "TestPassesSomewhere"}; status != report.ExitFindings || !slices.Equal(found, want) {
		t.Errorf("exit status %d, found %q, want %q\n%s", status, found, want, stderr)
	}
}
