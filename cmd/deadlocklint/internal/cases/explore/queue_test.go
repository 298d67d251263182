package explore_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestExploreQueues: of channels with a buffer, causal makes a schedule for each order of what is
// received, and for each set of goroutines that wait in the end. TestMixed has a select beside a
// receive: no channel is a queue there.
func TestExploreQueues(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "queues")
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-v", "-x=strategy=causal", "-runs=2000", ".")
	if status != report.ExitFindings || len(doc.Findings) == 0 || doc.Findings[0].Tests[0] != "TestStuck" {
		t.Errorf("exit status %d, findings %v", status, doc.Findings)
	}
	for _, line := range []string{"TestQueue: 6 schedules", "TestUnread: 1 schedule ", "TestStuck: 3 schedules", "TestMixed: 12 schedules"} {
		_, rest, found := strings.Cut(stderr, line)
		if rest, _, _ = strings.Cut(rest, "\n"); !found || !strings.Contains(rest, "all schedules: ") {
			t.Errorf("%q is not said:\n%s", line, stderr)
		}
	}
}
