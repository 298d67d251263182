package explore_test

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
)

// TestExploreSmall: where one preemption is enough, one is left, however the run ends: by a failure, a panic, an exit, a misuse
// that Go ends, a deadlock, or in a process of its own.
func TestExploreSmall(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "small")
	doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-runs=60", "-json", ".")
	left := map[string]int{}
	for _, f := range doc.Findings {
		if f.Explored == nil {
			t.Errorf("%s %s has no schedule", f.Check, f.Message)
			continue
		}
		left[f.Explored.Test] = f.Explored.Preempted
	}
	for _, test := range []string{"TestFails", "TestPanics", "TestExits", "TestDies", "TestProcess", "TestBlocks"} {
		if n, found := left[test]; !found || n != 1 {
			t.Errorf("%s: %d preemptions, found %t\n%s", test, n, found, stderr)
		}
	}
	if _, found := left["TestWell"]; found {
		t.Errorf("TestWell ends badly\n%s", stderr)
	}
}
