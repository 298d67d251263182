package run_test

import (
	"os"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
)

// TestMain lets the test binary be the program that the go command calls.
func TestMain(m *testing.M) { os.Exit(runtest.Main(m)) }
