package bodies_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// reasonsOf are why runs of tests had a process each, by test.
func reasonsOf(doc report.Document) map[string]string {
	of := map[string]string{}
	for _, i := range doc.Stats.Isolated {
		of[i.Test] += i.Reason
	}
	return of
}

// TestExploreIsolated: the document says how many runs of a test had a process each, and why, and so does -v.
func TestExploreIsolated(t *testing.T) {
	t.Parallel()
	doc, _, stderr := runtest.Invoke(t, "explore", "-C="+moduletest.Source(t, "isolated"), "-json", "-v", "-runs=12", ".")
	want := map[string]string{"TestEndWell": "end", "TestStepsWell": "unlike", "TestCloseWell": "ended"}
	if got := reasonsOf(doc); !maps.Equal(got, want) {
		t.Errorf("reasons %v, want %v\n%s", got, want, stderr)
	}
	for _, i := range doc.Stats.Isolated {
		if i.Runs != 12 || i.CPU <= 0 {
			t.Errorf("%+v: not the runs that were asked for", i)
		}
		if line := runtest.Lines(stderr)[i.Test]; !strings.Contains(line, "each in a process of its own, since ") {
			t.Errorf("%s: %s", i.Test, line)
		}
	}
	if n := strings.Count(stderr, "a process for each run: 12 runs of 1 test in "); n != len(want) {
		t.Errorf("%d reasons with twelve runs are told\n%s", n, stderr)
	}
}

// TestExploreAdopts: idle workers of an earlier run take part in the next one, so that runs share a process. What needs a certain
// order with them is found, and each twin is silent. An ending may be looked for in first runs, which start the workers.
func TestExploreAdopts(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "adopted")
	doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=60", "./workers")
	found, want := map[string]checks.Name{}, map[string]checks.Name{"TestPoolLast": checks.Schedule, "TestNumbersInOrder": checks.Schedule, "TestMailCrossed": checks.Accident}
	for _, f := range doc.Findings {
		if f.Status == report.StatusConfirmed {
			found[f.Tests[0]] = f.Check
			runtest.ReplaysAgain(t, dir, f)
		}
	}
	if !maps.Equal(found, want) || strings.Contains(stderr, "did not happen again") {
		t.Errorf("found %v, want %v\n%s", found, want, stderr)
	}
	for test, why := range reasonsOf(doc) {
		if why != "first" || strings.HasSuffix(test, "Well") {
			t.Errorf("%s: a process for each run, since %q", test, why)
		}
	}
}

// TestExploreColdStart: an ending that has no need of earlier runs is made again in a first run by the names of its switches. The
// choices do not fit where a sync.Once takes steps in the first run alone. No search among first runs is needed.
func TestExploreColdStart(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "coldstart")
	doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=100", ".")
	if len(doc.Findings) != 1 || doc.Findings[0].Tests[0] != "TestLostSum" || doc.Findings[0].Dynamic.Assumption != "" {
		t.Fatalf("findings %+v\n%s", doc.Findings, stderr)
	}
	runtest.ReplaysAgain(t, dir, doc.Findings[0])
	if got := reasonsOf(doc); len(got) > 0 {
		t.Errorf("processes for single runs: %v", got)
	}
}
