package session

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/internal/regular"
)

// unrunPrefix is the prefix of files with the tests that go test would run and the session does not: a file
// for each binary, with a name in each line.
const unrunPrefix = "unrun."

// keepUnrun notes the examples and benchmarks that the command line selects.
func (x *execution) keepUnrun(ctx context.Context) error {
	args := x.target.Args
	names, err := explorer.NonTests(ctx, x.target, flagValue(args, "run"), flagValue(args, "skip"), flagValue(args, "bench"))
	if err != nil || len(names) == 0 {
		return err
	}
	if err := os.WriteFile(filepath.Join(x.dir, unrunPrefix+x.target.ID), []byte(strings.Join(names, "\n")), 0o600); err != nil {
		return fmt.Errorf("cannot note what is not run: %w; free some space in %s", err, x.dir)
	}
	return nil
}

// Unrun is a line about what go test would run, and a session that makes runs of tests does not;
// "" when that is nothing.
func (se *Session) Unrun() (string, error) {
	files, err := filepath.Glob(filepath.Join(se.Dir, unrunPrefix+"*"))
	if err != nil {
		return "", err
	}
	var names []string
	for _, f := range files {
		b, err := regular.Read(f, regular.Limit)
		if err != nil {
			return "", err
		}
		names = append(names, strings.Split(string(b), "\n")...)
	}
	if len(names) == 0 {
		return "", nil
	}
	more := ""
	if n := len(names) - 1; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return names[0] + more + ": not run, only tests and fuzz targets are; deadlocklint test records examples and benchmarks", nil
}
