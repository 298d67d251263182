package run_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestExploreStopFirst explores what comes before the first run that fails, and names the test after it. A broken test is no finding,
// and stops nothing.
func TestExploreStopFirst(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "stopfirst")
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-stop-first", ".")
	if status != report.ExitFindings || len(doc.Findings) != 1 || !strings.HasPrefix(doc.Findings[0].Message, "TestLost fails") {
		t.Errorf("exit status %d, findings %v\n%s", status, doc.Findings, stderr)
	}
	if d := doc.Stats.Damaged; len(d) != 1 || !strings.Contains(d[0], "TestAfter: not explored: -stop-first") {
		t.Errorf("not explored: %q", d)
	}
	for test, schedules := range map[string]string{"TestRight": "1000", "TestBroken": "1000", "TestLost": `\d{1,2}`, "TestAfter": "0"} {
		if !regexp.MustCompile(test + ": " + schedules + " schedules").MatchString(stderr) {
			t.Errorf("%s has not %s schedules:\n%s", test, schedules, stderr)
		}
	}
}

// TestExploreStopFirstSilent: tests without a finding are explored as they are without the flag.
func TestExploreStopFirstSilent(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "stopfirst")
	explored := func(flags ...string) (lines []string) {
		doc, status, stderr := runtest.Invoke(t, append([]string{"explore", "-C=" + dir, "-json", "-seed=5", "-run=Right|After"}, append(flags, ".")...)...)
		if status != report.ExitClean || len(doc.Findings)+len(doc.Stats.Damaged) > 0 {
			t.Errorf("exit status %d, findings %v\n%s", status, doc.Findings, stderr)
		}
		return regexp.MustCompile(`Test\w+: \d+ schedules|all schedules: all orders|\d+ more`).FindAllString(stderr, -1)
	}
	with, without := explored("-stop-first"), explored()
	if len(without) < 4 || strings.Join(with, "\n") != strings.Join(without, "\n") {
		t.Errorf("with the flag %q, without it %q", with, without)
	}
}
