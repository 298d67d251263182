package explore_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Time passes for goroutines that spin until a timer or a sleeping goroutine ends that, and does
// not for those that work beside them. Two goroutines that try each other's lock spin for ever,
// as does a goroutine that holds the lock of another one for which it waits.
func TestExploreSpin(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "spinning")
	for strategy, runs := range map[string]string{"auto": "8", "random": "4"} {
		doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs="+runs, "-x=strategy="+strategy, ".")
		var got []string
		for _, f := range doc.Findings {
			got = append(got, f.Tests[0]+" "+string(f.Check))
		}
		slices.Sort(got)
		if want := []string{"TestSpinsInLock " + string(checks.Livelock), "TestTryLocks " + string(checks.Livelock)}; !slices.Equal(got, want) {
			t.Errorf("%s: findings %v\n%s", strategy, doc.Findings, stderr)
		}
		for _, f := range doc.Findings {
			var errs strings.Builder
			err := runtest.Call(&errs, &errs, "replay", "-C="+dir, strings.TrimPrefix(f.Replay, "deadlocklint replay "))
			if command.Status(err) != report.ExitFindings || !strings.Contains(errs.String(), f.Tests[0]+" never ends") {
				t.Errorf("%s: replay: %v\n%s", f.Tests[0], err, &errs)
			}
		}
		for line := range strings.Lines(stderr) {
			if strings.Contains(line, "Well: ") && strings.Contains(line, "step limit") {
				t.Error(line)
			}
		}
	}
}

// A loop that counts by an atomic gets on, however long it is; a loop that waits for a value
// that no goroutine stores does not.
func TestExploreCounts(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "explorecounts")
	doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=2", ".")
	if len(doc.Findings) != 1 || doc.Findings[0].Check != checks.Livelock || doc.Findings[0].Tests[0] != "TestAwaits" {
		t.Errorf("findings %v\n%s", doc.Findings, stderr)
	}
	if !strings.Contains(stderr, "TestCounts: 1 schedule") || !strings.Contains(stderr, "the limit of steps cuts them off") {
		t.Error(stderr)
	}
}
