package dispatch

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/tracked"
)

// examples is the directory of the example programs.
var examples = filepath.Join("..", "..", "..", "..", "examples")

// An exampleRow is a row of the tables in examples/README.md.
type exampleRow struct {
	program string
	args    []string // of deadlocklint
	check   string
	says    string
	status  int
}

// exampleCells matches such a row.
var exampleCells = regexp.MustCompile("(?m)^\\| `(\\w+)`: ([^|]+) \\| `deadlocklint ([^|]+)` \\| `([\\w-]+)` \\| ([^|]+) \\|$")

func exampleRows(t *testing.T) (rows []exampleRow) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(examples, "README.md"))
	if err := errors.Join(err, tracked.Files(examples)); err != nil {
		t.Fatal(err)
	}
	for _, m := range exampleCells.FindAllStringSubmatch(string(text), -1) {
		row := exampleRow{m[1], strings.Fields(m[3]), m[4], m[5], report.ExitFindings}
		if strings.Contains(m[2], "exit status 0") {
			row.status = report.ExitClean
		}
		rows = append(rows, row)
	}
	return rows
}

// TestExamples runs the commands of examples/README.md, and looks for what each row says. Programs with the same flags
// are one command.
func TestExamples(t *testing.T) {
	t.Parallel()
	commands := map[string][]exampleRow{}
	for _, row := range exampleRows(t) {
		flags := strings.Join(row.args[:len(row.args)-1], " ")
		commands[flags] = append(commands[flags], row)
	}
	for flags, rows := range commands {
		args := strings.Fields(flags)
		for _, row := range rows {
			args = append(args, row.args[len(row.args)-1])
		}
		out, status := runExample(t, examples, args)
		for _, row := range rows {
			if status != row.status {
				t.Errorf("%s: exit status %d, want %d\n%s", row.args, status, row.status, out)
			}
			for _, want := range []string{row.says, " " + row.check + " ", " " + row.program + "/" + row.program} {
				if !strings.Contains(out, want) {
					t.Errorf("%s does not say %q, but\n%s", row.args, want, out)
				}
			}
		}
	}
}

// TestExamplesAreTold fails for a program without a row.
func TestExamplesAreTold(t *testing.T) {
	told := map[string]bool{"README.md": true, "go.mod": true}
	for _, row := range exampleRows(t) {
		told[row.program] = true
	}
	entries, err := os.ReadDir(examples)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !told[e.Name()] {
			t.Errorf("examples/%s is in no table of examples/README.md", e.Name())
		}
	}
}

// runExample returns what a command line prints, as one line, and its exit status.
func runExample(t *testing.T, dir string, args []string) (string, int) {
	t.Helper()
	if strings.HasPrefix(args[0], ".") {
		args = append([]string{"check"}, args...)
	}
	args = append([]string{args[0], "-C=" + dir}, args[1:]...)
	var out, errs bytes.Buffer
	err := Run(context.Background(), command.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, args)
	if !command.Silent(err) {
		t.Fatalf("%v: %v\n%s", args, err, &errs)
	}
	return strings.Join(strings.Fields(out.String()+errs.String()), " "), command.Status(err)
}
