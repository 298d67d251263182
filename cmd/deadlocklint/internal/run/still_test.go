package run_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// No confirming run stands still until its cap when none of its goroutines can go on.
func TestConfirmingRunsDoNotStand(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "slots")
	doc, status, stderr := runtest.Invoke(t, "test", "-C="+dir, "-json", "-explore=false", ".")
	confirmed := 0
	for _, f := range doc.Findings {
		if f.Dynamic != nil && strings.Contains(f.Dynamic.Reason, "did not end and had to be stopped") {
			t.Errorf("%s: %s", f.ID, f.Dynamic.Reason)
		}
		if f.Status == report.StatusConfirmed {
			confirmed++
			if f.Tests[0] != "TestSlots" {
				t.Errorf("%s in %v", f.ID, f.Tests)
			}
		}
	}
	if confirmed == 0 {
		t.Errorf("exit status %d, nothing was confirmed\n%s", status, stderr)
	}
}

// A ticker that has fired while the clock of a confirming run went ahead still counts later, when goroutines wait for it.
func TestTickersCountBehindACycle(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "tickers")
	doc, _, stderr := runtest.Invoke(t, "test", "-C="+dir, "-json", "-explore=false", "-condvar=false", ".")
	for _, f := range doc.Findings {
		if f.Status == report.StatusConfirmed || f.Dynamic != nil && strings.Contains(f.Dynamic.Reason, "no cycle of locks") {
			t.Errorf("%s: %s: %s\n%s", f.ID, f.Status, f.Dynamic.Reason, stderr)
		}
	}
}

// The deadline of the tests counts no more when they are over.
func TestDeadlineEndsWithTheTests(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "drained")
	doc, status, stderr := runtest.Invoke(t, "test", "-C="+dir, "-json", "-timeout=2s", ".")
	if status != 0 || len(doc.Findings) > 0 {
		t.Errorf("exit status %d, findings %v\n%s", status, doc.Findings, stderr)
	}
}
