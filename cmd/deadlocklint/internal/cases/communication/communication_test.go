package communication_test

import (
	"os"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/cases"
)

func TestMain(m *testing.M) { os.Exit(cases.Main(m)) }

// TestCases runs the cases of testdata about communication.
func TestCases(t *testing.T) {
	cases.Deadlocks.Run(t, cases.Files(t, "../../../../..", cases.Communication))
}
