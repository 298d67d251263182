package explore_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Tests that compare their clock with times from outside of a run are explored at the time of
// day that it is, and what is found so is found again. A test that fails by itself still does.
func TestExploreToday(t *testing.T) {
	t.Parallel()
	dir := moduletest.Copy(t, "exploretoday")
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=20", "-run=File|Token", ".")
	if status != report.ExitFindings || len(doc.Findings) != 1 || doc.Findings[0].Status != report.StatusConfirmed || strings.Contains(stderr, "fails") {
		t.Errorf("exit status %d, findings %v\n%s", status, doc.Findings, stderr)
	}
	doc, _, stderr = runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=2", "-run=Fails", ".")
	if len(doc.Findings) != 0 || !strings.Contains(stderr, "fails under the base schedule") {
		t.Errorf("findings %v\n%s", doc.Findings, stderr)
	}
}
