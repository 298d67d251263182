package missingunlock_test

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/passes/edit/edittest"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
	"github.com/deadlocklint/deadlocklint/passes/missingunlock"
)

// TestFixes applies the suggested fixes.
func TestFixes(t *testing.T) {
	edittest.Run(t, "testdata/fixes", missingunlock.New(lockfacts.New()))
}
