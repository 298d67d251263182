package doublelock_test

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/passes/doublelock"
	"github.com/deadlocklint/deadlocklint/passes/edit/edittest"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// TestPossible: what a double lock lacks is named. Where the part is shown it is a finding, and where it is refuted nothing.
func TestPossible(t *testing.T) {
	edittest.Run(t, "testdata/possible", doublelock.New(lockfacts.With(lockfacts.Options{Possible: true})))
}
