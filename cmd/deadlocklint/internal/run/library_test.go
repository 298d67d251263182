package run_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A goroutine that the network or a pipe has made runnable is not blocked, also while it is
// on its way.
func TestExplorePipe(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "outside")
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=60", "-run=(Fork|Pipe)Well", ".")
	if status != report.ExitClean || len(doc.Findings) != 0 || strings.Contains(stderr, "ends") {
		t.Errorf("exit status %d, findings %v\n%s", status, doc.Findings, stderr)
	}
}

// Package net brings code of another language into the process, which Go's own check of
// deadlocks gives way to. The run that is repeated ends all the same.
func TestExploreNet(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "explorenet")
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=20", ".")
	if status != report.ExitFindings || len(doc.Findings) != 1 || doc.Findings[0].Status != report.StatusConfirmed {
		t.Fatalf("exit status %d, findings %v\n%s", status, doc.Findings, stderr)
	}
	file := strings.TrimPrefix(doc.Findings[0].Replay, "deadlocklint replay ")
	if again, _, stderr := runtest.Invoke(t, "replay", "-json", "-C="+dir, file); len(again.Findings) != 1 || again.Findings[0].ID != doc.Findings[0].ID {
		t.Errorf("findings %v\n%s", again.Findings, stderr)
	}
}

// Locks of the standard library that one call into it takes in both orders are its own
// matter: a fork takes two. Those that functions of the program bring together are not.
func TestLibraryCycle(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "outside")
	doc, _, stderr := runtest.Invoke(t, "test", "-C="+dir, "-json", "-explore=false", ".")
	if len(doc.Findings) != 1 || doc.Findings[0].Tests[0] != "TestLoggers" {
		t.Errorf("findings %v\n%s", doc.Findings, stderr)
	}
}

// A child process has some time before a watchdog of the test counts.
func TestExploreChild(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "outside")
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=3", "-run=SlowChildWell", ".")
	if status != report.ExitClean || len(doc.Findings) != 0 || strings.Contains(stderr, "ends") || !strings.Contains(stderr, "3 schedules") {
		t.Errorf("exit status %d, findings %v\n%s", status, doc.Findings, stderr)
	}
}
