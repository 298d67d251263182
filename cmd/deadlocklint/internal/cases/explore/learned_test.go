package explore_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestExploreSets: hapset leaves out in a later command the orders that good runs of an
// earlier one have shown. A run whose test fails has taught nothing: what it showed is found
// again.
func TestExploreSets(t *testing.T) {
	dir := moduletest.Source(t, "exploresets")
	sets := filepath.Join(t.TempDir(), "sets.json")
	explored := regexp.MustCompile(`TestGood: (\d+) schedule`)
	learned := regexp.MustCompile(`TestGood: .*; [1-9]\d* pairs? of statements learned`)
	var runs []string
	for range 2 {
		doc, status, stderr := runtest.Invoke(t, "explore", "-C", dir, "-json", "-x=strategy=hapset", "-x=sets="+sets, "-keep", t.TempDir(), ".")
		if status != report.ExitFindings || len(doc.Findings) != 1 || !strings.HasPrefix(doc.Findings[0].Message, "TestLost fails") {
			t.Fatalf("exit status %d, %+v\n%s", status, doc.Findings, stderr)
		}
		if strings.Contains(stderr, "of another build") {
			t.Errorf("the sets are of another build:\n%s", stderr)
		}
		if !learned.MatchString(stderr) {
			t.Errorf("the pairs are not told:\n%s", stderr)
		}
		runs = append(runs, explored.FindStringSubmatch(stderr)[1])
	}
	if runs[0] == "1" || runs[1] != "1" {
		t.Errorf("%s schedules, and then %s; want several, and then the base schedule", runs[0], runs[1])
	}
	if err := runtest.Call(&strings.Builder{}, &strings.Builder{}, "explore", "-C", dir, "-x=strategy=dpor", "-x=sets="+sets, "."); err == nil || !strings.Contains(err.Error(), "sets is of strategy hapset") {
		t.Error(err)
	}
}

// TestExplorePruned: hapset ends with the pairs that it left out, and never with the claim that nothing is there. A
// strategy that leaves out none makes it.
func TestExplorePruned(t *testing.T) {
	dir := moduletest.Source(t, "exploresets")
	pruned := regexp.MustCompile(`(?m)^pairs seen before were left out: ([1-9]\d*); `)
	for strategy, prunes := range map[string]bool{"hapset": true, "dpor": false} {
		var out strings.Builder
		if err := runtest.Call(&out, &strings.Builder{}, "explore", "-C", dir, "-run=TestGood", "-x=strategy="+strategy, "."); err != nil {
			t.Fatal(err)
		}
		if pruned.MatchString(out.String()) != prunes || strings.Contains(out.String(), "nothing found") == prunes {
			t.Errorf("%s:\n%s", strategy, out.String())
		}
	}
}
