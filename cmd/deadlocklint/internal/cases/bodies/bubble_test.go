package bodies_test

import (
	"maps"
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

// TestExploreBubbles: goroutines of a bubble run as those of any run do, with the bubble's own clock. A bubble that is durably blocked
// is a deadlock, and so are locks that are no durable wait.
func TestExploreBubbles(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "bubble")
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=300", "-keep="+t.TempDir(), ".")
	found := map[string]bool{}
	for i := range doc.Findings {
		f := &doc.Findings[i]
		found[strings.Join(f.Tests, " ")+" "+string(f.Check)] = true
		if left := f.Check == checks.BlocksForever; (f.Status == report.StatusConfirmed) == left {
			t.Errorf("%s: %s", f.Tests, f.Status)
		}
		for range matrix.Count(2, 20) {
			again, status, stderr := runtest.Invoke(t, "replay", "-C="+dir, "-json", strings.TrimPrefix(f.Replay, "deadlocklint replay "))
			if status != report.ExitFindings || len(again.Findings) != 1 || again.Findings[0].ID != f.ID {
				t.Fatalf("replay of %s: exit status %d\n%s", f.Tests, status, stderr)
			}
		}
	}
	want := map[string]bool{
		"TestElection " + string(checks.Schedule): true, "TestOffers " + string(checks.Accident): true, "TestLocks " + string(checks.LockOrder): true,
		"TestLeft " + string(checks.BlocksForever): true, "TestSleeper " + string(checks.Schedule): true,
	}
	if !maps.Equal(found, want) || status != report.ExitFindings {
		t.Errorf("exit status %d, findings %v\n%s", status, found, stderr)
	}
	lines := runtest.Lines(stderr)
	for name, line := range lines {
		if wrong := regexp.MustCompile(`early|of its own|outside|differ`).FindString(line); wrong != "" && !strings.Contains(line, "panic") {
			t.Errorf("%s: %s", name, line)
		}
		if strings.HasSuffix(name, "Well") && strings.Contains(line, "ends:") {
			t.Errorf("%s: %s", name, line)
		}
	}
	for i := range doc.Findings {
		if f := &doc.Findings[i]; slices.Contains(f.Tests, "TestLeft") && (len(f.Also) != 1 || f.Also[0].Check != checks.Schedule) {
			t.Errorf("the panic of the bubble is no part of %s: %v", f.Message, f.Also)
		}
	}
	if !strings.Contains(lines["TestLeft"], "blocked goroutines remain") {
		t.Errorf("%s", lines["TestLeft"])
	}
}

// TestExploreBubblesOfGo: the examples of Go's own package are right under each schedule, and are explored.
func TestExploreBubblesOfGo(t *testing.T) {
	t.Parallel()
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+moduletest.Source(t, "bubblestd"), "-json", "-runs=300", ".")
	if status != report.ExitClean || len(doc.Findings) != 0 || len(runtest.Lines(stderr)) != 5 {
		t.Errorf("exit status %d, %d findings\n%s", status, len(doc.Findings), stderr)
	}
	if slices.ContainsFunc(doc.Stats.Limits, func(l string) bool { return strings.Contains(l, "bubble") }) {
		t.Errorf("%q", doc.Stats.Limits)
	}
}

// TestDPORBubbles: the search of one schedule of each class finds what the draws find, and ends.
func TestDPORBubbles(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "bubble")
	for test, bad := range map[string]bool{"TestOffers": true, "TestOffersWell": false, "TestLocks": true, "TestLocksWell": false, "TestWaitWell": false} {
		_, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-x=strategy=dpor", "-runs=2000", "-run=^"+test+"$", ".")
		line := runtest.Lines(stderr)[test]
		if !strings.Contains(line, "all schedules: ") || strings.Contains(line, "ends: deadlock") != bad {
			t.Errorf("%s: %s", test, line)
		}
	}
}
