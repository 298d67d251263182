package cases

import (
	"os"
	"path/filepath"
	"testing"
)

func TestMain(m *testing.M) { os.Exit(Main(m)) }

// TestCases runs the cases of testdata.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("../../../../testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	Deadlocks.Run(t, files)
}
