package explore_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Goroutines that wait beside others that spin for ever are a finding that counts, on channels as well as on a lock of
// atomics. Loops that end, after the limit of steps too, are none.
func TestExploreLasting(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "lasting")
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=20", ".")
	want := []string{"TestPollerBesideChannels", "TestSpinLockKept"}
	var got []string
	for _, f := range doc.Findings {
		if f.Status != report.StatusConfirmed {
			continue
		}
		got = append(got, f.Tests[0])
		var errs strings.Builder
		err := runtest.Call(&errs, &errs, "replay", "-C="+dir, strings.TrimPrefix(f.Replay, "deadlocklint replay "))
		if command.Status(err) != report.ExitFindings || !strings.Contains(errs.String(), f.Tests[0]+" never ends") {
			t.Errorf("%s: replay: %v\n%s", f.Tests[0], err, &errs)
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, want) || status != report.ExitFindings {
		t.Errorf("exit status %d, found %q, want %q\n%s", status, got, want, stderr)
	}
}

// A run that never ends takes its process with it, as a panic does: after a few of them the test is explored no further, and
// says so.
func TestExploreLastingOften(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "lasting")
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=100000", "-run=TestSpinLockKept", ".")
	if status != report.ExitFindings || len(doc.Findings) != 1 || !doc.Stats.Incomplete || len(doc.Stats.Damaged) != 1 || !strings.Contains(doc.Stats.Damaged[0], "its runs ended 8 processes") {
		t.Errorf("exit status %d, findings %v, %q\n%s", status, doc.Findings, doc.Stats.Damaged, stderr)
	}
}

// What a package says that ends before its tests are listed is said.
func TestExploreUnlisted(t *testing.T) {
	t.Parallel()
	_, status, stderr := runtest.Invoke(t, "explore", "-C="+moduletest.Source(t, "unlisted"), "-json", ".")
	if status != report.ExitFailed || !strings.Contains(stderr, "example.com/m cannot list its tests: exit status 1: no database here; run go test -list . there") {
		t.Errorf("exit status %d\n%s", status, stderr)
	}
}
