//go:build rest

package lockgraph

import "testing"

// These tests have the random runs of the tests with shorter names, and further ones.

func TestOracleLong(t *testing.T) { agrees(t, 6000) }

func TestSlotsOracleLong(t *testing.T) { missesNone(t, 1500) }

func TestWitnessReplaysLong(t *testing.T) { replaysAll(t, 3000) }

func TestTogetherLong(t *testing.T) { agreesOnRaces(t, 4000) }
