package distant_test

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/passes/distant"
	"github.com/deadlocklint/deadlocklint/passes/edit/edittest"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
	"github.com/deadlocklint/deadlocklint/passes/lockorder"
)

// TestNouns runs the check on one package for each noun, and on its twin that
// looks like it and is correct (right).
func TestNouns(t *testing.T) { edittest.Run(t, "testdata", distant.New(lockfacts.New())) }

// TestLockorder: what this check reports, lockorder does not, and the other way round.
func TestLockorder(t *testing.T) {
	for path, want := range map[string]bool{
		"P0.mu": false, "P0.a->.mu": false, "P0.a->.b->.mu": false, "P0.a->[t1]->.b->.mu": false, "P0.a->.b->.mu->": false, "Gx.y->.mu": false, "L1.mu": false,
		"P0.a->.b->.c->.mu": true, "L1.a->.mu": true, "?": true, "?.a->.mu": true, "": true,
	} {
		c := lockorder.Cycle{{To: lockfacts.Lock{Path: "P0.mu"}, From: lockfacts.Lock{Path: path}}}
		if got := lockorder.IsDistant(c); got != want {
			t.Errorf("%q: distant %t, want %t", path, got, want)
		}
	}
}
