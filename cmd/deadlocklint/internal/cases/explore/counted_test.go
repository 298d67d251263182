package explore_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A test sees the goroutines that it would see without the exploration.
func TestExploreCounted(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "counting")
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=30", ".")
	if status != report.ExitFindings || strings.Contains(stderr, "fails") {
		t.Errorf("exit status %d\n%s", status, stderr)
	}
	for _, f := range doc.Findings {
		if f.Status != report.StatusLeaked || strings.Join(f.Tests, " ") != "TestLeavesOne" {
			t.Errorf("%s %s: %s", f.Status, f.Tests, f.Message)
		}
	}
}
