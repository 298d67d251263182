package deadlock

import (
	"os"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/cases"
)

func TestMain(m *testing.M) { os.Exit(cases.Main(m)) }

func TestCases(t *testing.T) { cases.RunAll(t, cases.Of(t, "../../../../../testdata", cases.Deadlock)) }
