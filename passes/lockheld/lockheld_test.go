package lockheld_test

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/passes/edit/edittest"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
	"github.com/deadlocklint/deadlocklint/passes/lockheld"
)

// TestNouns runs the check on one package for each noun, and on its twin that
// looks like it and is correct (right).
func TestNouns(t *testing.T) { edittest.Run(t, "testdata", lockheld.New(lockfacts.New())) }

// TestPossible: a wait that another goroutine may end is possible, and only where it is asked for.
func TestPossible(t *testing.T) {
	edittest.Run(t, "testdata/possible", lockheld.New(lockfacts.With(lockfacts.Options{Possible: true})))
}
