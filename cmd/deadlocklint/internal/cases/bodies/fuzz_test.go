package bodies_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/matrix"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestExploreFuzzTargets: each seed and each entry of a corpus is explored as a test is. What the function around F.Fuzz comes to is told as well.
func TestExploreFuzzTargets(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "fuzzed")
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-keep="+t.TempDir(), "-skip=FuzzFails", ".")
	if status != report.ExitFindings || len(doc.Findings) != 2 {
		t.Fatalf("exit status %d, %d findings\n%s", status, len(doc.Findings), stderr)
	}
	for i := range doc.Findings {
		f := &doc.Findings[i]
		want := map[checks.Name]string{checks.Schedule: "FuzzSeeds/seed#1", checks.LockOrder: "FuzzCorpus/entry"}[f.Check]
		if f.Status != report.StatusConfirmed || !slices.Equal(f.Tests, []string{want}) {
			t.Errorf("%s %s %s", f.Status, f.Check, f.Tests)
		}
		for range matrix.Count(2, 20) {
			again, status, stderr := runtest.Invoke(t, "replay", "-C="+dir, "-json", strings.TrimPrefix(f.Replay, "deadlocklint replay "))
			if status != report.ExitFindings || len(again.Findings) != 1 || again.Findings[0].ID != f.ID {
				t.Fatalf("replay of %s: exit status %d\n%s", f.ID, status, stderr)
			}
		}
	}
	lines := runtest.Lines(stderr)
	for name, want := range map[string]string{
		"FuzzSeeds/seed#0": `^1000 schedules`, "FuzzSeeds/seed#1": `end badly; ends: fails$`, "FuzzSeeds/seed#2": `^1000 schedules`,
		"FuzzCorpus/seed#0": `all schedules`, "FuzzCorpus/entry": `end badly; ends: deadlock$`, "FuzzRight/seed#0": `points$`, "FuzzRight/seed#1": `points$`,
		"FuzzNoSeeds": `no schedule`, "FuzzSkips": `no schedule`,
	} {
		if !regexp.MustCompile(want).MatchString(lines[name]) {
			t.Errorf("%s: %q, want %s", name, lines[name], want)
		}
	}
	if len(lines) != 9 || strings.Contains(stderr, "differ") {
		t.Errorf("%d lines\n%s", len(lines), stderr)
	}
}

// A seed is selected as go test selects it, and a target that fails before its seeds is a failed test.
func TestExploreFuzzSelection(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "fuzzed")
	for _, c := range []struct {
		run, line, words string
		status           int
	}{
		{"FuzzSeeds/seed#2", "FuzzSeeds/seed#2", "1000 schedules", 0},
		{"FuzzFails", "FuzzFails", "fails under the base schedule, and natively, too", report.ExitFailed},
	} {
		_, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-run="+c.run, ".")
		lines := runtest.Lines(stderr)
		if status != c.status || len(lines) != 1 || !strings.Contains(lines[c.line], c.words) {
			t.Errorf("%s: exit status %d, %q", c.run, status, lines)
		}
	}
}

// The tests that deadlocklint test records include fuzz targets: those are explored as well.
func TestFuzzTargetsWithinTest(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "fuzzed")
	doc, status, stderr := runtest.Invoke(t, "test", "-C="+dir, "-json", "-v", "-run=FuzzSeeds", ".")
	found := slices.ContainsFunc(doc.Findings, func(f report.Finding) bool {
		return f.Check == checks.Schedule && slices.Equal(f.Tests, []string{"FuzzSeeds/seed#1"})
	})
	if status != report.ExitFindings || !found {
		t.Errorf("exit status %d, %d findings\n%s", status, len(doc.Findings), stderr)
	}
}
