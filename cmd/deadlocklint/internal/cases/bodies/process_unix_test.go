//go:build unix

package bodies_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// An ending that only the runs before it have brought about is none: the test is explored
// again, with a process for each run. The program of the test sends itself a signal.
func TestExploreProcess(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "process")
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=40", "-x=strategy=random", ".")
	failing := slices.ContainsFunc(doc.Findings, func(f report.Finding) bool { return !f.Note })
	if status != report.ExitClean || failing || doc.Stats.Incomplete || strings.Contains(stderr, "deadlock") {
		t.Errorf("exit status %d, incomplete %q, findings %v\n%s", status, doc.Stats.Damaged, doc.Findings, stderr)
	}
	if !strings.Contains(stderr, "TestLicenceWell: 40 schedules in") || !strings.Contains(stderr, "what a run leaves may change the next one") {
		t.Error(stderr)
	}
}
