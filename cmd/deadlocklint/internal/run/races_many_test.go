package run_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestRacesTooMany: blocks beyond the most of a test are told with that number, and more time
// is not offered for them.
func TestRacesTooMany(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "manyblocks")
	doc, status, stderr := runtest.Invoke(t, "races", "-C="+dir, "-json", ".")
	if len(doc.Findings) != 0 || status != report.ExitClean || len(doc.Stats.Limits) != 1 || !strings.Contains(doc.Stats.Limits[0], "32 of two; divide the test") {
		t.Errorf("exit status %d, findings %v, limits %q\n%s", status, doc.Findings, doc.Stats.Limits, stderr)
	}
}
