package session

import (
	"bytes"
	"io"
	"slices"
	"strings"
)

// failures are the tests that failed, and the packages that were not built.
type failures struct {
	unbuilt bool                // a package
	outside []string            // packages that failed outside of their tests
	tests   map[string][]string // by package, whose end is not seen yet
	lines   []string            // of packages that have ended
	said    map[string]string   // by package that failed outside of its tests: the end of its output
}

// test notes a test that failed. A test of which a subtest failed is named by that.
func (f *failures) test(pkg, name string) {
	if f.tests == nil {
		f.tests = map[string][]string{}
	}
	list := slices.DeleteFunc(f.tests[pkg], func(t string) bool { return strings.HasPrefix(name, t+"/") })
	if !slices.ContainsFunc(list, func(t string) bool { return strings.HasPrefix(t, name+"/") }) {
		list = append(list, name)
	}
	f.tests[pkg] = list
}

// end notes the end of a package that failed, with the tests of it.
func (f *failures) end(pkg string, built bool, tests []string) {
	switch {
	case !built:
		f.unbuilt = true
		f.lines = append(f.lines, pkg+" was not built; the output of go test says why")
	case len(tests) == 0:
		f.outside = append(f.outside, pkg)
		f.lines = append(f.lines, pkg+" failed outside of its tests; the output of go test says how")
	}
	for _, t := range tests {
		f.lines = append(f.lines, pkg+"."+t+" failed; the output of go test says why")
	}
}

// A failureWriter passes the output of go test on, and remembers the failures in it.
type failureWriter struct {
	failures
	to   io.Writer
	rest []byte // of a line that is not at its end yet
	text string // of the package that has not ended, [saidLimit] bytes at most
}

// saidLimit is how much of the output of a package is kept: the end says how it failed.
const saidLimit = 4096

// Write implements io.Writer.
func (w *failureWriter) Write(b []byte) (int, error) {
	w.rest = append(w.rest, b...)
	for {
		line, rest, whole := bytes.Cut(w.rest, []byte("\n"))
		if !whole {
			return w.to.Write(b)
		}
		w.line(string(line))
		w.rest = rest
	}
}

// line reads a line as go test writes it for people: those of a package come in a row.
func (w *failureWriter) line(line string) {
	if name, ok := strings.CutPrefix(strings.TrimLeft(line, " "), "--- FAIL: "); ok {
		name, _, _ = strings.Cut(name, " ")
		w.test("", name)
		return
	}
	fields := strings.Split(line, "\t")
	if len(fields) < 2 || fields[0] != "ok" && fields[0] != "FAIL" {
		if !strings.HasPrefix(line, "exit status ") { // of the go command
			w.text += line + "\n"
			w.text = w.text[max(0, len(w.text)-saidLimit):]
		}
		return
	}
	if fields[0] == "FAIL" {
		pkg, why, broken := strings.Cut(fields[1], " [")
		w.end(pkg, !broken || !strings.HasSuffix(why, "failed]"), w.tests[""])
		w.keep(pkg)
	}
	w.text = ""
	delete(w.tests, "")
}

// keep keeps what a package has written, when it failed outside of its tests.
func (w *failureWriter) keep(pkg string) {
	if !slices.Contains(w.outside, pkg) {
		return
	}
	if w.said == nil {
		w.said = map[string]string{}
	}
	w.said[pkg] = w.text
}
