package order

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/cases"
)

func TestMain(m *testing.M) { os.Exit(cases.Main(m)) }

func TestCases(t *testing.T) {
	files, err := filepath.Glob("../../../../../testdata/ordered_*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	cases.RunAll(t, files)
}
