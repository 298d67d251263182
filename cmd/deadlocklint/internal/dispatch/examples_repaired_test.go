package dispatch

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestExamplesRepaired runs the same commands on the programs in which each line with a
// comment "fix:" is what the comment says. Those with the same flags run as one, and the
// static checks look at all programs.
func TestExamplesRepaired(t *testing.T) {
	t.Parallel()
	dir := repairedExamples(t)
	packages := map[string][]string{}
	for _, row := range exampleRows(t) {
		flags, name := strings.Join(row.args[:len(row.args)-1], " "), row.args[len(row.args)-1]
		packages[flags] = append(packages[flags], name)
	}
	packages[""] = []string{"./..."}
	for flags, names := range packages {
		out, status := runExample(t, dir, append(strings.Fields(flags), names...))
		if status != report.ExitClean || !strings.Contains(out, "nothing found") {
			t.Errorf("deadlocklint %s %s, repaired: exit status %d\n%s", flags, names, status, out)
		}
	}
}

// fixLine matches a line with its repair, which replaces all of it but its indentation.
var fixLine = regexp.MustCompile(`(?m)^(\s*)\S.*// fix: |^(\s*)// fix: `)

// repairedExamples copies the programs and repairs each at one line.
func repairedExamples(t *testing.T) string {
	t.Helper()
	dir, fixes := t.TempDir(), map[string]int{}
	err := fs.WalkDir(os.DirFS(examples), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(examples, name))
		if err != nil {
			return err
		}
		fixes[filepath.Dir(name)] += len(fixLine.FindAll(text, -1))
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			return err
		}
		return os.WriteFile(file, fixLine.ReplaceAll(text, []byte("$1$2")), 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range exampleRows(t) {
		if n := fixes[row.program]; n != 1 {
			t.Errorf("examples/%s has %d lines with a repair, want one", row.program, n)
		}
	}
	return dir
}
