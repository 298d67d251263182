package confirm

import (
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// dropped are the flags of a test binary that a confirming run leaves out. They choose
// tests, or name files of the recording run.
var dropped = []string{
	"run", "skip", "count", "v", "bench",
	"coverprofile", "gocoverdir", "outputdir", "testlogfile", "artifacts",
}

// farOff takes the place of a test's deadline, which pauses would make it miss:
// a confirming run ends by Options.Timeout.
const farOff = "-test.timeout=24h"

// boolean are the flags of a test binary whose value is never a word of its own.
var boolean = []string{"artifacts", "benchmem", "failfast", "fullpath", "paniconexit0", "short", "v"}

// Args are the arguments with which a target runs only the given tests.
func Args(t *record.Target, tests []string) []string {
	if !t.Test {
		return t.Args
	}
	var args []string
	rest := t.Args
	for len(rest) > 0 {
		name, n := testFlag(rest)
		if n == 0 {
			break
		}
		switch {
		case name == "timeout":
			args = append(args, farOff)
		case !slices.Contains(dropped, name) || len(tests) == 0 && isSelectionFlag(name):
			args = append(args, rest[:n]...)
		}
		rest = rest[n:]
	}
	if len(tests) > 0 {
		args = append(args, "-test.run="+pattern(tests), "-test.count=1")
	}
	return append(args, rest...)
}

// args are those of a confirming run. A serial run has one P, from which package
// testing would conclude that tests with t.Parallel run one after the other.
// The user's own -parallel comes later and wins.
func (o Options) args(t *record.Target, tests []string) []string {
	args := Args(t, tests)
	if o.Strategy != Serial || !t.Test {
		return args
	}
	return append([]string{"-test.parallel=" + strconv.Itoa(runtime.NumCPU())}, args...)
}

// isSelectionFlag tells the flags that stay when it is not known in which test it was.
func isSelectionFlag(name string) bool {
	switch name {
	case "run", "skip", "bench", "count":
		return true
	}
	return false
}

// testFlag returns the name of the test flag that args begin with and of how
// many words it consists, or 0: the rest is the program's own.
func testFlag(args []string) (name string, n int) {
	flag, ok := strings.CutPrefix(args[0], "-")
	name, isTest := strings.CutPrefix(strings.TrimPrefix(flag, "-"), "test.")
	if !ok || !isTest {
		return "", 0
	}
	name, _, hasValue := strings.Cut(name, "=")
	if hasValue || slices.Contains(boolean, name) || len(args) == 1 {
		return name, 1
	}
	return name, 2
}

// pattern is the -run expression for exactly these tests; subtests only when
// there is a single test, since an expression cannot pair them up.
func pattern(tests []string) string {
	if len(tests) == 1 {
		parts := strings.Split(tests[0], "/")
		for i, p := range parts {
			parts[i] = "^" + regexp.QuoteMeta(p) + "$"
		}
		return strings.Join(parts, "/")
	}
	var tops []string
	for _, t := range tests {
		top, _, _ := strings.Cut(t, "/")
		if top = regexp.QuoteMeta(top); !slices.Contains(tops, top) {
			tops = append(tops, top)
		}
	}
	return "^(" + strings.Join(tops, "|") + ")$"
}
