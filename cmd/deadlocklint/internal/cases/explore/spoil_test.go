package explore_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
)

// What a run leaves behind is not taken for what the runs after it do.
func TestExploreSpoiled(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "spoiled")
	doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=24", "-x=strategy=random", ".")
	var got []string
	for _, f := range doc.Findings {
		got = append(got, strings.Join(f.Tests, " ")+" "+string(f.Check))
	}
	slices.Sort(got)
	if want := []string{"TestTwice lockorder", "TestTwice schedule"}; !slices.Equal(got, want) || strings.Contains(stderr, "did not happen again") {
		t.Errorf("got %q, want %q\n%s", got, want, stderr)
	}
	if doc.Stats.Incomplete {
		t.Errorf("not complete: %q", doc.Stats.Damaged)
	}
	if n := classes(doc)["TestTwice"]; n < 9 {
		t.Errorf("%d classes of runs of TestTwice", n) // after the first deadlock all are one
	}
	for _, line := range strings.Split(stderr, "\n") {
		if strings.Contains(line, " TestLong") && (!strings.HasSuffix(line, "ends: step limit") || strings.Contains(line, "deadlock")) {
			t.Error(line)
		}
	}
}
