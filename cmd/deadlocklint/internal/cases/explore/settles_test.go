package explore_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
)

// First runs of processes are explored where they go another way than those after them, and the claim
// names what it is about when not all of their schedules were visited.
func TestExploreSettles(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "settling")
	doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", ".")
	var got []string
	for _, f := range doc.Findings {
		tests := strings.Join(f.Tests, " ")
		got = append(got, tests+" "+string(f.Check)+" "+string(f.Status))
		for _, other := range f.Also { // the double lock and the order are two stuck states of one cause
			got = append(got, tests+" "+string(other.Check)+" "+string(other.Status))
		}
	}
	slices.Sort(got)
	if want := []string{"TestLazy schedule confirmed", "TestLazyInside doublelock confirmed", "TestLazyInside lockorder confirmed", "TestLazyLocks lockorder confirmed"}; !slices.Equal(got, want) || strings.Contains(stderr, "did not happen again") {
		t.Errorf("got %q, want %q\n%s", got, want, stderr)
	}
	for _, line := range strings.Split(stderr, "\n") {
		if all := strings.Contains(line, "all schedules"); strings.Contains(line, " TestAlikeWell: ") && (!all || strings.Contains(line, "after a first run")) {
			t.Error(line)
		} else if strings.Contains(line, " TestLazy") && all && !strings.Contains(line, "after a first run in the process") {
			t.Error(line)
		}
	}
}
