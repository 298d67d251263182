package explore_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestTimerStopsLate: a timer may fire before the test stops it or sets it again, also where no other goroutine is there.
func TestTimerStopsLate(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "timerstop")
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=200", ".")
	var got []string
	for _, f := range doc.Findings {
		if f.Status != report.StatusConfirmed || !strings.Contains(f.Message, "negative WaitGroup counter") {
			t.Errorf("%s %s", f.Status, f.Message)
		}
		if !strings.HasPrefix(f.Pos, "m_test.go:") {
			t.Errorf("%s is told at %s", f.Message, f.Pos)
		}
		got = append(got, f.Tests...)
		runtest.ReplaysAgain(t, dir, f)
	}
	slices.Sort(got)
	if got = slices.Compact(got); status != report.ExitFindings || !slices.Equal(got, []string{"TestSetsAgain", "TestStopsLate"}) {
		t.Errorf("exit status %d, found %q\n%s", status, got, stderr)
	}
}
