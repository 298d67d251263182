package run_test

import (
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestAfterPanic: a test that panics ends the process. Those that were still to come are recorded in another one, and the report says
// that something is missing.
func TestAfterPanic(t *testing.T) {
	t.Parallel()
	doc, _, stderr := runtest.Invoke(t, "test", "-C="+moduletest.Source(t, "panicked"), "-explore=false", "-json", ".")
	if !slices.ContainsFunc(doc.Findings, func(f report.Finding) bool {
		return f.Status == report.StatusConfirmed && slices.Contains(f.Tests, "TestOrders")
	}) {
		t.Errorf("the deadlock after the panic is not found: %+v\n%s", doc.Findings, stderr)
	}
	if doc.Complete {
		t.Error("a test has not come to its end, and nothing is missing")
	}
}
