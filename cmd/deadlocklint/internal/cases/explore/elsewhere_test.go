package explore_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

func TestExploreEarlyElsewhere(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "earlyelsewhere")
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-early", ".")
	if status != report.ExitFindings || len(doc.Findings) != 1 || doc.Findings[0].Tests[0] != "TestDrain" || len(doc.Findings[0].Dynamic.Early) == 0 {
		t.Errorf("exit status %d, findings %v\n%s", status, doc.Findings, stderr)
	}
	for line := range strings.Lines(stderr) {
		if strings.Contains(line, "no timer fired early after") && (strings.Contains(line, "early or not") || strings.Contains(line, "all schedules")) {
			t.Errorf("two claims: %s", line)
		}
	}
	if !strings.Contains(stderr, "no timer fired early after") {
		t.Errorf("no test ended its process so often\n%s", stderr)
	}
}
