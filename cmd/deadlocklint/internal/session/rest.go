package session

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// maxRestarts bounds how many processes the tests of one package run in: each but the
// last ends before its tests do.
const maxRestarts = 20

// restOf returns the arguments with which a test binary runs the tests that were still
// to come when it ended in a deadlock, or by a panic, or nil when there are none. Tests that waited in
// t.Parallel are still to come. The tests are not known when the user's -exec started
// the process.
func restOf(ctx context.Context, t *record.Target, dir string) ([]string, error) {
	file, err := t.Trace(dir)
	if err != nil || file == "" || hasFlag(t.Args, "failfast") {
		return nil, err
	}
	over, stuck, err := predict.TestsAtEnd(ctx, file)
	if err != nil || len(stuck) == 0 {
		return nil, err
	}
	done := append(over, stuck...)
	if more, err := othersThan(ctx, t, done); err != nil || !more {
		return nil, err
	}
	return skipping(t.Args, done), nil
}

// othersThan reports whether the binary has tests that its flags select, besides some.
func othersThan(ctx context.Context, t *record.Target, done []string) (bool, error) {
	pattern := flagValue(t.Args, "run")
	if pattern == "" {
		pattern = "."
	}
	first, _, _ := strings.Cut(pattern, "/")
	cmd := exec.CommandContext(ctx, t.Binary, "-test.list="+first)
	cmd.Dir, cmd.Env = t.Dir, os.Environ()
	out, err := cmd.Output()
	if err != nil {
		return false, err
	}
	skip, err := regexp.Compile(flagValue(t.Args, "skip"))
	if err != nil {
		return false, err
	}
	for name := range bytes.Lines(out) {
		name := strings.TrimSpace(string(name))
		test := strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "Example") || strings.HasPrefix(name, "Fuzz")
		if test && !slices.Contains(done, name) && (skip.String() == "" || !skip.MatchString(name)) {
			return true, nil
		}
	}
	return false, nil
}

// skipping adds tests to those that the arguments skip.
func skipping(args []string, names []string) []string {
	var quoted []string
	for _, name := range names {
		quoted = append(quoted, regexp.QuoteMeta(name))
	}
	skip := "^(" + strings.Join(quoted, "|") + ")$"
	if own := flagValue(args, "skip"); own != "" {
		skip += "|" + own
	}
	return append([]string{"-test.skip=" + skip}, slices.DeleteFunc(slices.Clone(args), func(a string) bool { return isFlag(a, "skip") })...)
}

// isFlag reports whether an argument, as the go command passes it, sets a flag of
// package testing.
func isFlag(arg, name string) bool {
	return arg == "-test."+name || strings.HasPrefix(arg, "-test."+name+"=")
}

func hasFlag(args []string, name string) bool {
	return slices.ContainsFunc(args, func(a string) bool { return isFlag(a, name) && !strings.HasSuffix(a, "=false") })
}

func flagValue(args []string, name string) string {
	for _, a := range args {
		if isFlag(a, name) {
			_, value, _ := strings.Cut(a, "=")
			return value
		}
	}
	return ""
}
