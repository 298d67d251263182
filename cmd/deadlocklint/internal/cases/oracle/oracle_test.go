package oracle

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/cases"
	"github.com/deadlocklint/deadlocklint/internal/matrix"
	"github.com/deadlocklint/deadlocklint/internal/oracle"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

func TestMain(m *testing.M) { os.Exit(cases.Main(m)) }

const (
	seed  = 1
	tries = 1 // script/oracle makes more
)

// lots are the numbers of the programs; the first is the sample.
var lots = []lot{{0, 20}, {20, 140}, {160, 140}}

// A lot is programs that are recorded together.
type lot struct{ first, size int }

// TestVerdictsHold fails when a verdict on a random program is untrue, and when the
// programs are not of the kinds that make verdicts difficult.
func TestVerdictsHold(t *testing.T) {
	sum := &oracle.Tally{}
	for _, l := range lots[:matrix.Count(1, len(lots))] {
		programs, err := oracle.Draw(seed, l.first, l.size)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		if err := programs.Write(dir); err != nil {
			t.Fatal(err)
		}
		doc, _, stderr := cases.Invoke(t, "test", "-C="+dir, "-json", fmt.Sprintf("-tries=%d", tries), fmt.Sprintf("-time=%ds", l.size/2), "-timeout=30s", "-vet=off", ".")
		if doc.Stats.Tests == 0 {
			t.Fatalf("nothing was recorded\n%s", stderr)
		}
		sum.Add(programs.Compare(doc))
	}
	var table strings.Builder
	if _, err := sum.WriteTo(&table); err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + table.String())
	share(t, sum)
	untrue := map[report.Status]int{}
	for _, u := range sum.Untrue {
		untrue[u.Status]++
	}
	for status, n := range untrue {
		t.Errorf("%d verdicts %s are untrue", n, status)
	}
	if len(sum.Unplaced) > 0 {
		t.Errorf("%d findings have a side at no operation", len(sum.Unplaced))
	}
}

// share checks that the programs are such that the verdicts mean something, and that
// the tool did find some of their deadlocks.
func share(t *testing.T, sum *oracle.Tally) {
	t.Helper()
	for name, c := range map[string]struct{ n, percent int }{
		"can hang":                 {sum.Hang, 20},
		"have an accidental order": {sum.Accidental, 20},
		"are rescued by a timer":   {sum.Rescued, 10},
		"have a confirmed finding": {sum.Verdicts["confirmed"].True, 3},
	} {
		if 100*c.n < c.percent*sum.Programs {
			t.Errorf("%d of %d programs %s, want at least %d %%", c.n, sum.Programs, name, c.percent)
		}
	}
}
