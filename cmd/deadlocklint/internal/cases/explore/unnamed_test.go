package explore_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
)

// A deadlock has the goroutines of its own run, and none that earlier runs of the process left. A select of
// nil channels is worded without an object.
func TestExploreUnnamed(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "unnamed")
	doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", ".")
	deadlocks := 0
	for _, f := range doc.Findings {
		if len(f.Tests) != 1 || f.Tests[0] != "TestNilSelect" {
			t.Errorf("%s in %q", f.Check, f.Tests)
		}
		for _, g := range f.Goroutines {
			for _, s := range g.Steps {
				if _, what := s.Waits(); strings.HasSuffix(what, " on") || strings.HasSuffix(what, " ") {
					t.Errorf("%q waits for nothing", what)
				}
			}
		}
		if strings.Contains(f.Message, "deadlocked") {
			if deadlocks++; len(f.Goroutines) != 2 {
				t.Errorf("%d goroutines in %s, want 2", len(f.Goroutines), f.Message)
			}
		}
	}
	if deadlocks != 1 {
		t.Errorf("%d deadlocks, want 1\n%s", deadlocks, stderr)
	}
}
