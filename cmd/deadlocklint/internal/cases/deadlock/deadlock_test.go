package deadlock

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/cases"
)

func TestMain(m *testing.M) { os.Exit(cases.Main(m)) }

func TestCases(t *testing.T) {
	files, err := filepath.Glob("../../../../../testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	cases.RunAll(t, slices.DeleteFunc(files, func(file string) bool {
		return strings.HasPrefix(filepath.Base(file), "ordered_")
	}))
}
