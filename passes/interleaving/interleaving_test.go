package interleaving_test

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/passes/edit/edittest"
	"github.com/deadlocklint/deadlocklint/passes/interleaving"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// TestNouns runs the check on one package for each noun, and on its twin that looks like it and is correct (right).
func TestNouns(t *testing.T) { edittest.Run(t, "testdata", interleaving.New(lockfacts.New())) }

// TestPossible: what a deadlock lacks is named, and a deadlock that lacks nothing is a finding there as well.
func TestPossible(t *testing.T) {
	edittest.Run(t, "testdata/possible", interleaving.New(lockfacts.With(lockfacts.Options{Possible: true})))
}
