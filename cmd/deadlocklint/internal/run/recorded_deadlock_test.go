package run_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A deadlock of the recorded run is made to happen again, so that it has a schedule: natively
// it may be rare.
func TestRecordedDeadlockReplays(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "met")
	doc, status, stderr := runtest.Invoke(t, "test", "-C="+dir, "-json", "-explore=false", ".")
	if len(doc.Findings) != 1 || !slices.Equal(doc.Findings[0].Tests, []string{"TestMet"}) {
		t.Fatalf("exit status %d, findings %v\n%s", status, doc.Findings, stderr)
	}
	f := doc.Findings[0]
	if f.Status != report.StatusConfirmed || !strings.HasPrefix(f.Dynamic.Reason, "it happened in the recorded run") || f.Decides != "" {
		t.Errorf("%s: %v; %s", f.Status, f.Dynamic, f.Decides)
	}
	again, status, stderr := runtest.Invoke(t, "replay", "-json", strings.TrimPrefix(f.Replay, "deadlocklint replay "))
	if len(again.Findings) != 1 || again.Findings[0].ID != f.ID || status != report.ExitFindings {
		t.Errorf("replay: exit status %d, findings %v\n%s", status, again.Findings, stderr)
	}
}

// Without confirming runs, the finding stays confirmed.
func TestRecordedDeadlockUntried(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "met")
	doc, _, stderr := runtest.Invoke(t, "test", "-C="+dir, "-json", "-explore=false", "-tries=0", ".")
	if len(doc.Findings) != 1 || doc.Findings[0].Status != report.StatusConfirmed || doc.Findings[0].Replay != "" {
		t.Errorf("findings %v\n%s", doc.Findings, stderr)
	}
}
