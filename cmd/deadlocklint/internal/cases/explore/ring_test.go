package explore_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// atLimit is the line of a test whose other goroutines repeat themselves soon, and of which a run went on all the same.
var atLimit = regexp.MustCompile(`(?m)^explored \S+ Test(Ticker|Listener|Reader|ReadsTwice):.*step limit`)

// Goroutines that wait for each other's locks are a deadlock, whatever else goes on: a run
// ends after it, and its schedule is made smaller and kept. A lock that is handed over in a run without a schedule is none.
func TestExploreRing(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "rings")
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=20", ".")
	if status != report.ExitFindings || atLimit.MatchString(stderr) {
		t.Errorf("exit status %d\n%s", status, stderr)
	}
	for _, name := range []string{"TestTicker", "TestPoller", "TestListener", "TestReader", "TestReadsTwice", "TestCounter", "TestRounds"} {
		i := slices.IndexFunc(doc.Findings, func(f report.Finding) bool { return slices.Contains(f.Tests, name) })
		if i < 0 {
			t.Errorf("%s: not found\n%s", name, stderr)
			continue
		}
		f := doc.Findings[i]
		if f.Dynamic.Assumption == "" {
			t.Errorf("%s: others go on, and nothing is assumed of them", name)
		}
		if f.Status != report.StatusConfirmed || !strings.Contains(f.Dynamic.Reason, "made smaller") {
			t.Errorf("%s: %s: %s", name, f.Status, f.Dynamic.Reason)
		}
		file := strings.TrimPrefix(f.Replay, "deadlocklint replay ")
		if again, status, stderr := runtest.Invoke(t, "replay", "-json", "-C="+dir, file); len(again.Findings) != 1 || again.Findings[0].ID != f.ID || status != report.ExitFindings {
			t.Errorf("%s: replay: exit status %d, findings %v\n%s", name, status, again.Findings, stderr)
		}
	}
	for _, f := range doc.Findings {
		for _, name := range f.Tests {
			if strings.HasSuffix(name, "Well") && f.Status != report.StatusNotSeen {
				t.Errorf("%s: %s %s %v\n%s", name, f.Status, f.Message, f.Dynamic, stderr)
			}
		}
	}
}
