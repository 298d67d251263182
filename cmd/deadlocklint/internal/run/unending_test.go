package run_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestExploreUnending ends bodies that spin or sleep in the kernel when the time is used up, and not when the limit for a
// run without steps is. The line about each names the place, and the function that asks the system there. Their twin ends.
func TestExploreUnending(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "unending")
	for _, c := range []struct{ test, in, call string }{
		{"TestSpin", "m.TestSpin at ", ""},
		{"TestRead", "m.TestRead at ", "syscall."},
		{"TestFlock", "m.TestFlock at ", "syscall.Flock"},
		{"TestLockFile", "m.take at ", "os.OpenFile"},
	} {
		doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-time=1s", "-run=^"+c.test+"$", ".")
		line := strings.Join(doc.Stats.Damaged, "\n")
		if status != report.ExitFailed || !strings.Contains(line, "when the time of -time was used up, in example.com/"+c.in) || strings.Contains(line, "which calls ") != (c.call != "") || !strings.Contains(line, c.call) {
			t.Errorf("%s: exit status %d, %s\n%s", c.test, status, line, stderr)
		}
	}
	if doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-time=1m", "-run=Ends", "."); status != report.ExitClean || len(doc.Stats.Damaged) > 0 {
		t.Errorf("exit status %d, %v\n%s", status, doc.Stats.Damaged, stderr)
	}
}

// TestExploreUnbegun names the tests for which no time was left.
func TestExploreUnbegun(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "unending")
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-time=1ns", "-run=Spin|Ends", ".")
	if line := strings.Join(doc.Stats.Damaged, "\n"); status != report.ExitFailed || !strings.Contains(line, "TestEnds: not explored: the time of -time was used up") {
		t.Errorf("exit status %d, %s\n%s", status, line, stderr)
	}
}
