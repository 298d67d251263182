package dispatch

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
)

// TestRecordedTestsAreCounted: each test and subtest once, and not the one without a name in which package testing
// runs them.
func TestRecordedTestsAreCounted(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "counted")
	doc, status, _ := invoke(t, "test", "-C", dir, "-json", ".")
	if doc.Stats.Tests != 3 || status != 0 {
		t.Errorf("%d tests, exit status %d", doc.Stats.Tests, status)
	}
}
