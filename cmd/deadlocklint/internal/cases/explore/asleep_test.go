package explore_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A deadlock that Go's own check finds is confirmed by its replay. A panic is none.
func TestReplayAsleep(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "asleep")
	doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=100", "-leaks=false", "-keep="+t.TempDir(), ".")
	found := map[string]bool{}
	for _, f := range doc.Findings {
		name := f.Tests[0]
		found[name] = true
		args := []string{"replay", "-C=" + dir, "-json", strings.TrimPrefix(f.Replay, "deadlocklint replay ")}
		again, _, _ := runtest.Invoke(t, args...)
		if len(again.Findings) != 1 || again.Findings[0].Status != report.StatusConfirmed || again.Findings[0].ID != f.ID {
			t.Errorf("a replay of %s: %+v", name, again.Findings)
		}
	}
	if !found["TestAsleep"] || !found["TestPanics"] {
		t.Errorf("findings of %v\n%s", found, stderr)
	}
}
