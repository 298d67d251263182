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

// Misuse that panics, or is fatal, is a failing schedule that says so, and happens again.
func TestExploreMisuse(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "misuses")
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=100", ".")
	if status != report.ExitFindings {
		t.Errorf("exit status %d\n%s", status, stderr)
	}
	want := map[string]string{
		"TestUnlock":   "fatal error: sync: unlock of unlocked mutex",
		"TestRUnlock":  "fatal error: sync: RUnlock of unlocked RWMutex",
		"TestNegative": "panic: sync: negative WaitGroup counter",
		"TestReuse":    "panic: sync: WaitGroup is reused before previous Wait has returned",
		"TestClose":    "panic: close of closed channel",
		"TestSend":     "panic: send on closed channel",
	}
	for _, f := range doc.Findings {
		if len(f.Tests) != 1 || want[f.Tests[0]] == "" || f.Check != report.CheckSchedule || !strings.Contains(f.Message, want[f.Tests[0]]) {
			t.Errorf("%s %s: %s", f.Check, f.Tests, f.Message)
		}
	}
	for name := range want {
		i := slices.IndexFunc(doc.Findings, func(f report.Finding) bool { return slices.Contains(f.Tests, name) })
		if i < 0 {
			t.Errorf("%s: not found\n%s", name, stderr)
			continue
		}
		var errs strings.Builder
		err := runtest.Call(&errs, &errs, "replay", "-C="+dir, strings.TrimPrefix(doc.Findings[i].Replay, "deadlocklint replay "))
		if command.Status(err) != report.ExitFindings || !strings.Contains(errs.String(), want[name]) {
			t.Errorf("%s: replay: %v\n%s", name, err, &errs)
		}
	}
}
