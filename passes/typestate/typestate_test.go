package typestate_test

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/passes/edit/edittest"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
	"github.com/deadlocklint/deadlocklint/passes/typestate"
)

// TestNouns runs the check on a package for each kind of finding, and on twins
// that look like them and are correct; package right has those of the shipped
// automata.
func TestNouns(t *testing.T) { edittest.Run(t, "testdata", typestate.New(lockfacts.New())) }
