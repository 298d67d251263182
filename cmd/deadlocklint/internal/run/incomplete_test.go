package run_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// What a test could not be explored for is said, and changes the exit status; what can be
// no finding is none.
func TestExploreIncomplete(t *testing.T) {
	t.Parallel()
	dir := moduletest.Copy(t, "odd")
	for _, c := range []struct {
		test       string
		check      checks.Name
		incomplete string
		status     int
	}{
		{"TestExits", checks.Schedule, "its runs ended 8 processes", report.ExitFindings},
		{"TestFails", checks.Schedule, "", report.ExitFindings},
		{"TestSpins", checks.Livelock, "its runs ended 8 processes", report.ExitFindings},
		{"TestSpinsWell", "", "", report.ExitClean},
		{"TestOnce", "", "", report.ExitClean},
		{"TestElsewhere", "", "did not when its choices were made again", report.ExitFailed},
		{"TestOutside", "", "waited for the world outside", report.ExitFailed},
	} {
		t.Run(c.test, func(t *testing.T) {
			doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-leaks=false", "-runs=50", "-run=^"+c.test+"$", ".")
			var got []string
			for _, f := range doc.Findings {
				got = append(got, string(f.Check))
				if !strings.HasPrefix(f.Pos, "m_test.go:") {
					t.Errorf("position %q", f.Pos)
				}
			}
			if strings.Join(got, " ") != string(c.check) || status != c.status {
				t.Errorf("exit status %d, findings %s\n%s", status, got, stderr)
			}
			told := slices.ContainsFunc(doc.Stats.Damaged, func(s string) bool { return strings.Contains(s, c.incomplete) })
			if told != (c.incomplete != "") || doc.Stats.Incomplete != told {
				t.Errorf("incomplete: %q", doc.Stats.Damaged)
			}
			for _, f := range doc.Findings {
				if cut := f.Explored != nil && strings.Contains(fmt.Sprint(f.Explored.Goroutines), string(report.EndCut)); cut != (c.check == checks.Livelock) {
					t.Errorf("goroutines that could have gone on: %t of %v", cut, f.Explored)
				}
				replayed(t, dir, &f)
			}
		})
	}
}

// replayed checks what is particular to a finding of a test of oddTests.
func replayed(t *testing.T, dir string, f *report.Finding) {
	t.Helper()
	var errs strings.Builder
	err := runtest.Call(&errs, &errs, "replay", "-C="+dir, strings.TrimPrefix(f.Replay, "deadlocklint replay "))
	switch f.Tests[0] {
	case "TestSpins":
		if len(f.Goroutines) != 3 || !strings.Contains(errs.String(), "never ends") {
			t.Errorf("goroutines %v, replay: %v\n%s", f.Goroutines, err, &errs)
		}
	case "TestFails":
		if !strings.Contains(f.Output, "last was 1") || !strings.Contains(f.Output, "--- FAIL: TestFails/sub") {
			t.Errorf("output %q", f.Output)
		}
	case "TestExits":
		if !strings.Contains(f.Output, "the first one was last") {
			t.Errorf("output %q", f.Output)
		}
	}
}

// A body that never yields is named with where it is.
func TestExploreNeverYields(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "never")
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=5", ".")
	if status != report.ExitFailed || len(doc.Findings) > 0 || len(doc.Stats.Damaged) != 1 {
		t.Fatalf("exit status %d, findings %v, incomplete %q\n%s", status, doc.Findings, doc.Stats.Damaged, stderr)
	}
	if line := doc.Stats.Damaged[0]; !strings.Contains(line, "m.TestNever: a run made no step") || !strings.Contains(line, "m.TestNever.func1 at m_test.go:") {
		t.Error(line)
	}
}
