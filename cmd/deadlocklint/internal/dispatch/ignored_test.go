package dispatch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestCommentInAnotherPackage: a third package composes a cycle, and a comment silences it at each place that the report names. A
// comment elsewhere learns the place.
func TestCommentInAnotherPackage(t *testing.T) {
	dir := moduletest.Copy(t, "composed")
	call(t, "-C="+dir, "./...").want(t, "no comment", report.ExitFindings, "lock order cycle")
	for _, c := range []struct{ file, line, words string }{
		{"a/a.go", "a.mu.Lock()", "silenced: 1 comment"},
		{"a/a.go", "a.F()", "silenced: 1 comment"},
		{"b/b.go", "b.S.Has()", "silenced: 1 comment"},
		{"b/b.go", "b.mu.Lock()", "silenced: 1 comment"},
		{"c/c.go", "y.S = x", "write the comment there"},
	} {
		name := filepath.Join(dir, filepath.FromSlash(c.file))
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		moduletest.Write(t, dir, c.file, strings.Replace(string(text), c.line+"\n", c.line+" //deadlocklint:ignore lockorder never at one time\n", 1))
		status := report.ExitClean
		if c.file == "c/c.go" {
			status = report.ExitFindings
		}
		call(t, "-C="+dir, "./...").want(t, c.line, status, c.words)
		moduletest.Write(t, dir, c.file, string(text))
	}
}
