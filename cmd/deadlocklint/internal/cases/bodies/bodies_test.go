package bodies_test

import (
	"os"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
)

// TestMain lets the test binary be the program that the go command calls.
func TestMain(m *testing.M) { os.Exit(runtest.Main(m)) }

// TestSources: the programs of the tests are as gofmt writes them, and go vet finds nothing in them.
func TestSources(t *testing.T) { moduletest.Vet(t) }
