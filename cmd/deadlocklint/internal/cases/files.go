package cases

import (
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// A Subject divides the cases of testdata, since a package with all of them comes too near to the time that go test allows.
type Subject int

// The subjects.
const (
	Locks         Subject = iota // and all others
	Communication                // channels, Conds, timers, and orders by them
)

var communicates = regexp.MustCompile(`^(chan|cond|ordered|select|timer)_`)

// Files are the files of the cases about a subject. root is the path to the directory of the repository.
func Files(t *testing.T, root string, about Subject) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "testdata", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(files, func(file string) bool {
		return communicates.MatchString(filepath.Base(file)) != (about == Communication)
	})
}
