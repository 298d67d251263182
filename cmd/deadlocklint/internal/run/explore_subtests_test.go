package run_test

import (
	"os"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/matrix"
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
	for _, c := range matrix.Every(4, []selection{
		{"-run=TestTop/deep/crossed|TestOther", 1},
		{"-run=TestTop/ordered", 0},
		{"-run=TestTop/crossed", 1},
		{"-run=TestTop/deep/other", 0},
		{"-skip=TestTop/(crossed|deep)", 0},
	}) {
		doc, _, stderr := invoke(t, "explore", "-C="+dir, "-json", "-runs=100", "-keep="+t.TempDir(), c.flag, ".")
		if len(doc.Findings) != c.findings || !strings.Contains(stderr, "TestTop: ") {
			t.Fatalf("%s: findings %+v\n%s", c.flag, doc.Findings, stderr)
		}
		if c.findings == 0 {
			continue
		}
		file := strings.TrimPrefix(doc.Findings[0].Replay, "deadlocklint replay ")
		if b, err := os.ReadFile(file); err != nil || !strings.Contains(string(b), "arg \"-test.run=") {
			t.Errorf("%s: the schedule does not name the subtest: %v\n%s", c.flag, err, b)
		}
		again, status, stderr := invoke(t, "replay", "-C="+dir, "-json", file)
		if status != report.ExitFindings || len(again.Findings) != 1 || again.Findings[0].ID != doc.Findings[0].ID {
			t.Errorf("%s: exit status %d, findings %+v\n%s", c.flag, status, again.Findings, stderr)
		}
	}
}
