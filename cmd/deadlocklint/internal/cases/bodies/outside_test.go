package bodies_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
)

var outsideWords = map[string]string{
	"TestFlock": "no schedule decides who holds file locks;", "TestFlockByNumber": "no schedule decides who holds file locks;",
	"TestFlockRaw": "no schedule decides who holds file locks;", "TestRange": "no schedule decides who holds file locks;",
	"TestPipe": "what connections and pipes have;", "TestSockets": "what connections and pipes have;",
	"TestCounter": "what other system calls answer;", "TestShared": "what shared memory has;",
}

// What no schedule decides withdraws the claim that all schedules were visited, and is named: by the line of the test, too.
func TestExploreOutside(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "outsidefiles")
	doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-x=strategy=dfs", "-runs=3000", ".")
	for name, line := range runtest.Lines(stderr) {
		all, want := strings.Contains(line, "all schedules"), outsideWords[name]
		if all != strings.HasSuffix(name, "Well") || !strings.Contains(line, want) {
			t.Errorf("%s: %s", name, line)
		}
	}
	for _, name := range []string{"child processes", "file locks", "network connections and pipes", "shared memory", "other system calls"} {
		if !slices.Contains(doc.Stats.Unseen, name) {
			t.Errorf("%s is not named: %q", name, doc.Stats.Unseen)
		}
	}
}

// A goroutine of init that has used a lock of the test withdraws the claim, even if it never met the test. A test that runs in parallel
// with others says that it was explored alone.
func TestExploreBesideInit(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "besideinit")
	_, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-x=strategy=dfs", "-runs=3000", ".")
	lines := runtest.Lines(stderr)
	if len(lines) != 4 {
		t.Fatal(stderr)
	}
	for name, line := range lines {
		all, alone := strings.Contains(line, "all schedules"), strings.Contains(line, "all schedules of the test alone")
		if all != strings.HasSuffix(name, "Well") || alone != (name == "TestParallelWell") {
			t.Errorf("%s: %s", name, line)
		}
	}
	if !strings.Contains(lines["TestGlobal"], "of init and TestMain, used its objects") {
		t.Error(lines["TestGlobal"])
	}
}
