//go:build rest

package driven_test

import (
	"fmt"
	"testing"
)

// What another package of the module makes is found at each seed.
func TestSiblingsRest(t *testing.T) {
	t.Parallel()
	for seed := 2; seed <= 5; seed++ {
		drivesIn(t, "siblings", siblings, fmt.Sprintf("-seed=%d", seed))
	}
}
