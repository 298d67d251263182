package chanblock_test

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/passes/chanblock"
	"github.com/deadlocklint/deadlocklint/passes/edit/edittest"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// TestPossible: a send of which one part is not shown is possible, names the part, and is reported only where it is asked for.
func TestPossible(t *testing.T) {
	edittest.Run(t, "testdata/possible", chanblock.New(lockfacts.With(lockfacts.Options{Possible: true})))
}
