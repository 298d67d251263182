package sites

import (
	"context"
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/fixture"
)

// TestSilent tells accessors and counters from methods whose order matters: Inc is read by
// the guard Pending, and branches depend on what Add and Enter add to.
func TestSilent(t *testing.T) {
	dir := fixture.Source(t, "silent")
	table, err := Rewrite(context.Background(), Options{Dir: dir, Out: t.TempDir(), All: true})
	if err != nil {
		t.Fatal(err)
	}
	var silent []string
	for _, m := range []string{"Len", "IsEmpty", "Size", "Hits", "Inc", "Count", "Add", "Enter", "Hit", "Tally", "Close", "Push", "First", "Next", "Wait", "Check", "Pending"} {
		if table.Silent("example.com/p.T", m) {
			silent = append(silent, m)
		}
	}
	if want := []string{"Len", "Size", "Hits", "Count", "Hit"}; !slices.Equal(silent, want) {
		t.Errorf("silent are %v, want %v", silent, want)
	}
}
