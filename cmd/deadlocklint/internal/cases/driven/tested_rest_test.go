//go:build rest

package driven_test

import "testing"

// TestTestedRest drives the other packages with tests: rows of subtests, writers beside
// readers, and what looks like a half of a cycle and is none.
func TestTestedRest(t *testing.T) {
	t.Parallel()
	crosses(t, "apart_fixed", "rows", "rows_fixed", "fresh_fixed", "once_fixed", "collections", "collections_fixed", "shared", "shared_fixed")
}
