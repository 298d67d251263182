package explore_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A page of explore draws the schedule of each finding, and a curve for each test.
func TestExplorePage(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "explored")
	page := filepath.Join(t.TempDir(), "page.html")
	doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-html="+page, "-runs=200", "-early-max=0", "-run=TestCycle|TestFails|TestPanics|TestLeaks|TestSumWell", ".")
	if len(doc.Findings) != 4 {
		t.Fatalf("findings %v\n%s", doc.Findings, stderr)
	}
	ends := map[string]report.End{"TestCycle": report.EndBlocked, "TestLeaks": report.EndBlocked, "TestFails": report.EndDone, "TestPanics": report.EndFailed}
	for _, f := range doc.Findings {
		test := f.Tests[0]
		if f.Explored == nil || f.Explored.Test != test {
			t.Errorf("%s has no schedule: %v", test, f.Explored)
			continue
		}
		checkSchedule(t, f)
		found := false
		for _, g := range f.Explored.Goroutines {
			found = found || g.End == ends[test]
		}
		if !found {
			t.Errorf("%s: no goroutine is %s: %v", test, ends[test], f.Explored.Goroutines)
		}
	}
	if drawn := drawnIn(t, page, `<table class="schedule">`); drawn != 4 {
		t.Errorf("%d schedules in the page", drawn)
	}
	if drawn := drawnIn(t, page, `<svg class="curve"`); drawn != 5 || len(doc.Stats.Coverage) != 5 {
		t.Errorf("%d curves in the page of %v", drawn, doc.Stats.Coverage)
	}
	for _, c := range doc.Stats.Coverage {
		last := c.Points[len(c.Points)-1]
		if c.Schedules < 1 || c.Classes < 2 || last.Classes != c.Classes || last.Schedules > c.Schedules {
			t.Errorf("curve of %s: %v", c.Test, c)
		}
	}
}

// checkSchedule compares the steps of a finding with what they have to be in any run.
func checkSchedule(t *testing.T, f report.Finding) {
	t.Helper()
	x := f.Explored
	ended, number, preempted := map[int]bool{}, 1, 0
	for _, s := range x.Steps {
		if ended[s.Goroutine] {
			t.Errorf("%s: step %d of a goroutine behind its last one", x.Test, s.Number)
		}
		ended[s.Goroutine] = s.Last
		if s.Op == "panics" {
			continue // in the step before
		}
		if s.Number < number {
			t.Errorf("%s: step %d behind step %d", x.Test, s.Number, number)
		}
		if number = s.Number + s.Count; s.Preempts {
			preempted++
		}
		if s.Pos == "" && s.Op != "begin" && s.Op != report.OpCall && s.Op != report.OpWake && !s.Folded {
			t.Errorf("%s: step %d (%s) is nowhere", x.Test, s.Number, s.Words())
		}
	}
	if len(ended) != len(x.Goroutines) || number != x.Length+1 {
		t.Errorf("%s: the steps of %d goroutines end with %d of %d", x.Test, len(ended), number, x.Length)
	}
	if x.Test == "TestCycle" && (preempted == 0 || !isAligned(f)) {
		t.Errorf("%s: %d preemptions, goroutines %v", x.Test, preempted, x.Goroutines)
	}
	if x.Test == "TestFails" && !failsIn(x, "testing.(*common).Error") {
		t.Errorf("%s: no step fails: %v", x.Test, x.Steps)
	}
}

// isAligned reports whether the schedule knows each goroutine of a finding, and where it is
// blocked.
func isAligned(f report.Finding) bool {
	n := 0
	for _, s := range f.Explored.Steps {
		if g := f.Explored.Goroutines[s.Goroutine]; s.Last && g.Finding != "" && g.End == report.EndBlocked && s.Class != "" {
			n++
		}
	}
	return n == len(f.Goroutines)
}

func failsIn(x *report.Explored, call string) bool {
	for _, s := range x.Steps {
		if s.Fails && s.Call == call && strings.HasPrefix(s.Pos, "m_test.go:") {
			return true
		}
	}
	return false
}

func drawnIn(t *testing.T, page, what string) int {
	t.Helper()
	b, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(b), what)
}

// A page without findings draws no schedule, and the curves all the same. A page of a
// recording draws neither.
func TestExplorePageWell(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "explored")
	page := filepath.Join(t.TempDir(), "page.html")
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-html="+page, "-runs=50", "-run=TestOrderedWell|TestSumWell", ".")
	if status != report.ExitClean || drawnIn(t, page, "schedule, step by step") != 0 || drawnIn(t, page, `<svg class="curve"`) != 2 || len(doc.Stats.Coverage) != 2 {
		t.Errorf("exit status %d, %v\n%s", status, doc.Stats.Coverage, stderr)
	}
	doc, _, stderr = runtest.Invoke(t, "test", "-C="+dir, "-json", "-explore=false", "-html="+page, "-run=TestOrderedWell", ".")
	if drawnIn(t, page, `<svg class="curve"`) != 0 || doc.Stats.Coverage != nil {
		t.Errorf("%v\n%s", doc.Stats.Coverage, stderr)
	}
}

// The text of a finding has its schedule in words.
func TestExploreText(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "explored")
	var out, errs strings.Builder
	_ = runtest.Call(&out, &errs, "explore", "-C="+dir, "-runs=200", "-run=TestFails|TestCycle", ".") // the exit status says that there is a finding
	for _, want := range []string{" of TestFails: ", " of TestCycle: ", "preempts g", ", goroutine 2  ", ", blocked  m_test.go:", "g0  calls testing.(*common).Error", ", the test fails  m_test.go:"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s%s", want, &out, &errs)
		}
	}
}
