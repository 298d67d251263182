package bodies_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
)

// A run that ends in Skip has not gone wrong. Goroutines that it leaves in a ring of locks have.
func TestExploreSkip(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "skipped")
	doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", ".")
	var got []string
	for _, f := range doc.Findings {
		got = append(got, strings.Join(f.Tests, " ")+" "+string(f.Status))
	}
	slices.Sort(got)
	if got = slices.Compact(got); !slices.Contains(got, "TestRing confirmed") || slices.ContainsFunc(got, func(s string) bool { return !strings.HasPrefix(s, "TestRing ") }) {
		t.Errorf("got %q, want a deadlock of TestRing alone\n%s", got, stderr)
	}
}
