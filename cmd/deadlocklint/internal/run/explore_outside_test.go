package run_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
)

// Child processes and file locks withdraw the claim that all schedules were visited, and are named.
func TestExploreOutside(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "outsidefiles")
	doc, _, stderr := invoke(t, "explore", "-C="+dir, "-json", "-x=strategy=dfs", "-runs=3000", ".")
	for name, line := range explored(stderr) {
		if all := strings.Contains(line, "all schedules"); all != strings.HasSuffix(name, "Well") {
			t.Errorf("%s: %s", name, line)
		}
	}
	for _, name := range []string{"child processes", "file locks"} {
		if !slices.Contains(doc.Stats.Unseen, name) {
			t.Errorf("%s is not named: %q", name, doc.Stats.Unseen)
		}
	}
}
