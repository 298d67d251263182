package bodies_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
)

// A test that goes well once in a process is explored with a process for each run, and does
// not count as one that fails.
func TestExploreOnce(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "once")
	doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=20", ".")
	var got []string
	for _, f := range doc.Findings {
		got = append(got, strings.Join(f.Tests, " ")+" "+string(f.Check)+" "+string(f.Status))
	}
	slices.Sort(got)
	if want := []string{"TestLocks lockorder confirmed"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q\n%s", got, want, stderr)
	}
	for line := range strings.Lines(stderr) {
		if fails := strings.Contains(line, "fails under the base schedule"); strings.HasPrefix(line, "explored ") && fails != strings.Contains(line, " TestFails: ") {
			t.Error(line)
		}
		if strings.Contains(line, "did not happen again") {
			t.Error(line)
		}
	}
}
