package run_test

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A program sees nothing of the tool in its stacks, and its children die as they do natively.
func TestUnseen(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "unseen")
	for _, c := range [][]string{{"explore", "-runs=3", "-json"}, {"races", "-run=TestStacks", "-json"}, {"test", "-explore=false", "-json"}} {
		doc, status, stderr := runtest.Invoke(t, append(append(c[:1:1], "-C="+dir), append(c[1:], ".")...)...)
		for _, f := range doc.Findings {
			if f.Check == "schedule" || f.Check == "race" {
				t.Errorf("%v: %s\n%s", c, f.Message, f.Output)
			}
		}
		if status == report.ExitFailed || len(doc.Stats.Failures) > 0 {
			t.Errorf("%v: exit status %d, %q\n%s", c, status, doc.Stats.Failures, stderr)
		}
	}
}
