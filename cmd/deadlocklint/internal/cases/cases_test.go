package cases

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) { os.Exit(Main(m)) }

// TestCases runs the cases of testdata, without those of package communication.
func TestCases(t *testing.T) { Deadlocks.Run(t, Files(t, "../../../..", Locks)) }
