package bodies_test

import (
	"os"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A pattern that names subtests leaves the others of their test out of all its schedules, and
// of the repetition of an ending.
func TestExploreSubtests(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "subtests")
	type selection struct {
		flag     string
		findings int
	}
	for _, c := range []selection{
		{"-run=TestTop/deep/crossed|TestOther", 1},
		{"-run=TestTop/ordered", 0},
		{"-run=TestTop/crossed", 1},
		{"-run=TestTop/deep/other", 0},
		{"-skip=TestTop/(crossed|deep)", 0},
	} {
		doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=100", "-keep="+t.TempDir(), c.flag, ".")
		if len(doc.Findings) != c.findings || !strings.Contains(stderr, "TestTop: ") {
			t.Fatalf("%s: findings %+v\n%s", c.flag, doc.Findings, stderr)
		}
		if c.findings == 0 {
			continue
		}
		file := strings.TrimPrefix(doc.Findings[0].Replay, "deadlocklint replay ")
		if b, err := os.ReadFile(file); err != nil || !strings.Contains(string(b), "\"-test.run=") {
			t.Errorf("%s: the schedule does not name the subtest: %v\n%s", c.flag, err, b)
		}
		again, status, stderr := runtest.Invoke(t, "replay", "-C="+dir, "-json", file)
		if status != report.ExitFindings || len(again.Findings) != 1 || again.Findings[0].ID != doc.Findings[0].ID {
			t.Errorf("%s: exit status %d, findings %+v\n%s", c.flag, status, again.Findings, stderr)
		}
	}
}

// deadlocklint test explores what it records.
func TestExploreSubtestsOfTest(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "subtests")
	doc, _, stderr := runtest.Invoke(t, "test", "-C="+dir, "-json", "-static=false", "-tries=1", "-run=TestTop/ordered", ".")
	if len(doc.Findings) > 0 {
		t.Errorf("findings %+v\n%s", doc.Findings, stderr)
	}
}

// Only those calls of Explore are explored that the command line selects.
func TestExploreSelectedCalls(t *testing.T) {
	t.Parallel()
	dir := calling(t)
	doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=30", "-run=TestCalls/two", "./selected")
	lines := runtest.Lines(stderr)
	if len(doc.Findings) > 0 || len(lines) != 1 || lines["TestCalls/two/explore"] == "" {
		t.Errorf("findings %+v\n%s", doc.Findings, stderr)
	}
}

// Subtests that run beside each other under a schedule are not said never to have run together,
// though the base schedule runs one after the other. Where one always does, nothing is found.
func TestExploreSubtestsBeside(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "exploresubtestsbeside")
	doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=100", "-keep="+t.TempDir(), ".")
	for _, f := range doc.Findings {
		if !strings.HasPrefix(f.Tests[0], "TestBeside") || f.Status != report.StatusConfirmed || f.Check == "cross-test" {
			t.Errorf("%v: %s %s: %s", f.Tests, f.Status, f.Check, f.Message)
		}
	}
	if len(doc.Findings) != 1 {
		t.Errorf("%d findings\n%s", len(doc.Findings), stderr)
	}
}
