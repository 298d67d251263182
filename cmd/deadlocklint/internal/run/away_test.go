package run_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Others go on while a goroutine is in a long system call: it may wait for them, by way of a
// child process. It is not blocked for good.
func TestExploreAway(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "away")
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=2", "-run=Input|Output|Killed|Nap$|Timeout", ".")
	if status != report.ExitClean || len(doc.Findings) != 0 || strings.Count(stderr, "2 schedules") != 5 {
		t.Errorf("exit status %d, findings %v\n%s", status, doc.Findings, stderr)
	}
	doc, status, stderr = runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=2", "-run=Nothing", ".")
	if status != report.ExitFindings || len(doc.Findings) != 1 || doc.Findings[0].Status != report.StatusConfirmed {
		t.Errorf("exit status %d, findings %v\n%s", status, doc.Findings, stderr)
	}
	doc, status, stderr = runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=2", "-run=ForEver", ".")
	if line := strings.Join(doc.Stats.Damaged, "\n"); status != report.ExitFailed || !strings.Contains(line, "in example.com/m.TestFileLockForEver at m_test.go:") || !strings.Contains(line, "which calls syscall.") {
		t.Errorf("exit status %d, %s\n%s", status, line, stderr)
	}
}
