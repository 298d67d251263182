//go:build rest

package mhp

import "testing"

// TestRandomLong has the programs of TestRandom and further ones.
func TestRandomLong(t *testing.T) { proveRandom(t, 400) }
