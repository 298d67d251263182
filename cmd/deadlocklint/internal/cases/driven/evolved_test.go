package driven_test

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// seeded drives a package by a seed.
func seeded(t *testing.T, pkg, seed string) (findings int, tally report.Driven) {
	t.Helper()
	doc, _, stderr := runtest.Invoke(t, "explore", "-C="+moduletest.Source(t, "driven"), "-json", "-drive", "-seed="+seed, "./"+pkg)
	if len(doc.Stats.Driven) != 1 {
		t.Fatalf("%d tallies\n%s", len(doc.Stats.Driven), stderr)
	}
	return len(doc.Findings), doc.Stats.Driven[0]
}

// A place that needs some commands in their order is found by drivers that are made of others, and by none of the first ones.
func TestEvolved(t *testing.T) {
	t.Parallel()
	findings, tally := seeded(t, "commanded", "1")
	if findings == 0 || tally.Later == 0 || tally.Generations == 0 || tally.Reached == 0 {
		t.Errorf("%d findings, tally %+v", findings, tally)
	}
}
