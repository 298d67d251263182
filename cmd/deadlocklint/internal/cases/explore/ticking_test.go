package explore_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestBesideTicker: a goroutine that ticks for ever hides no other one that waits for ever. Where nobody knows that, the test is
// incomplete.
func TestBesideTicker(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "ticking")
	for test, want := range map[string]int{"TestAnswer": report.ExitFindings, "TestAnswerWell": report.ExitClean, "TestKept": report.ExitFailed} {
		doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=12", "-run=^"+test+"$", ".")
		found := slices.ContainsFunc(doc.Findings, func(f report.Finding) bool {
			return f.Status == report.StatusLeaked && slices.Contains(f.Tests, test)
		})
		if status != want || found != (want == report.ExitFindings) {
			t.Errorf("%s: exit status %d, want %d: %+v\n%s", test, status, want, doc.Findings, stderr)
		}
		if want == report.ExitFailed && !strings.Contains(strings.Join(doc.Stats.Damaged, " "), "limit") {
			t.Errorf("%s: %q\n%s", test, doc.Stats.Damaged, stderr)
		}
	}
}
