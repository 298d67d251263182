package bodies_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A resident is what TestExploreResidents looks for in one package.
type resident struct {
	runs  string
	found map[string]checks.Name // by test
	all   []string               // tests of which all schedules are known
}

var residents = map[string]resident{
	"channel":   {"1000", map[string]checks.Name{"TestHeld": checks.Accident}, []string{"TestFreeWell", "TestAloneWell", "TestHeld"}},
	"collected": {"60", map[string]checks.Name{"TestFinalizer": checks.LockHeld, "TestCleanup": checks.LockHeld}, nil},
	"cond":      {"1000", map[string]checks.Name{"TestOnce": checks.Schedule}, []string{"TestAgainWell"}},
	"once":      {"60", map[string]checks.Name{"TestHeld": checks.LockHeld}, nil},
	"pool":      {"60", map[string]checks.Name{"TestSmall": checks.Accident}, nil},
	"server":    {"1000", map[string]checks.Name{"TestOrder": checks.Schedule}, []string{"TestHeldWell", "TestOrder"}},
	"ticker":    {"60", map[string]checks.Name{"TestBackward": checks.LockOrder}, nil},
}

// TestExploreResidents: goroutines of init and TestMain take part in the runs of tests, and so do those of package variables,
// finalizers and cleanups. What needs a certain order with them is found, and each twin is silent.
func TestExploreResidents(t *testing.T) {
	t.Parallel()
	for name, want := range residents {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := moduletest.Source(t, "residents")
			doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs="+want.runs, "./"+name)
			found := map[string]checks.Name{}
			for _, f := range doc.Findings {
				if f.Status == report.StatusConfirmed {
					found[f.Tests[0]] = f.Check
					runtest.ReplaysAgain(t, dir, f)
				}
			}
			// A cleanup may come later than the collection, which no schedule decides.
			again := name == "collected" || !strings.Contains(stderr, "did not happen again")
			if !maps.Equal(found, want.found) || !again {
				t.Errorf("found %v, want %v\n%s", found, want.found, stderr)
			}
			lines := runtest.Lines(stderr)
			for _, test := range want.all {
				if !strings.Contains(lines[test], "all schedules: all orders") {
					t.Errorf("%s: %s", test, lines[test])
				}
			}
		})
	}
}
