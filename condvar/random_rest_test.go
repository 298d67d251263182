//go:build rest

package condvar

import "testing"

func TestReductionKeepsDeadlocksLong(t *testing.T) { reductionKeepsDeadlocks(t, 3000) }

func TestSymmetryKeepsDeadlocksLong(t *testing.T) { symmetryKeepsDeadlocks(t, 2500) }
