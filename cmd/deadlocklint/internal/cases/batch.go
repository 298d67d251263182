package cases

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A Language says how the cases of a directory are run, and gives their expectations a meaning.
type Language struct {
	// Args returns the command line for a case, without the directory, the packages and the
	// flags -json and -keep. Cases with equal command lines are run together.
	Args func(c *Case) ([]string, error)
	// Shared says that the tests of a batch are in one test binary, called from there. Without
	// Shared, each case has a test binary of its own, and its test files stay test files.
	Shared bool
	// Whole reports whether the expectation speaks of the whole session. The case is alone then.
	Whole func(c *Case) bool
	// Check returns the differences from the expectation.
	Check func(c *Case, r Result) []string
	// Replay lets a confirmed finding in a directory happen again.
	Replay func(dir string, f report.Finding) error
}

// A Result has the findings of a session about a case.
type Result struct {
	Dir    string // of the module
	Doc    report.Document
	Status int
	Stderr string // of the whole session
}

// A batch is cases that are one module, and are run in one session.
type batch struct {
	args    []string
	version string // of Go, in go.mod
	cases   []*Case
}

// batches divides cases into batches. No two cases of a batch have one package.
func (l Language) batches(all []*Case) (list []*batch, err error) {
	for _, c := range all {
		args, err := l.Args(c)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Name, err)
		}
		c.own = len(c.Tests) > 0 && (c.own || !l.Shared)
		if l.Whole(c) {
			c.apart("its expectation speaks of the whole session")
		}
		i := slices.IndexFunc(list, func(b *batch) bool { return c.Alone == "" && b.takes(c, args) })
		if i < 0 {
			list = append(list, &batch{args: args, version: c.version})
			i = len(list) - 1
		}
		list[i].cases = append(list[i].cases, c)
	}
	return list, nil
}

// takes reports whether a case can be one of the batch.
func (b *batch) takes(c *Case, args []string) bool {
	return b.alone() == "" && slices.Equal(b.args, args) && b.version == c.version &&
		!slices.ContainsFunc(b.cases, func(o *Case) bool { return o.dir == c.dir })
}

// alone is why the batch has one case, as it is in its file, or "".
func (b *batch) alone() string { return b.cases[0].Alone }

// run runs the batch in a directory, and returns the results of its cases in their order. An
// error is about the whole batch.
func (b *batch) run(dir string) ([]Result, error) {
	module := filepath.Join(dir, "module")
	place, pattern := b.compose, "./..."
	if b.alone() != "" {
		place, pattern = b.cases[0].write, "."
	}
	if err := place(module); err != nil {
		return nil, err
	}
	words, flags := b.command()
	args := slices.Concat(words, []string{"-C=" + module, "-json", "-keep=" + filepath.Join(dir, "rec")}, flags, []string{pattern})
	doc, status, stderr, err := call(args...)
	if err != nil {
		return nil, err
	}
	whole := Result{module, doc, status, stderr}
	if b.alone() != "" {
		return []Result{whole}, nil
	}
	if words[0] == "typestate" { // counts no tests
		doc.Stats.Tests = b.passed(stderr)
	}
	if doc.Stats.Tests < b.tests() {
		return nil, fmt.Errorf("%d of %d tests were recorded: one of them disturbs the others, and needs the line \"alone WHY\" in its section expect\n%s", doc.Stats.Tests, b.tests(), stderr)
	}
	return b.divide(whole)
}

// command is the command and its flags. In a batch, a program is a test.
func (b *batch) command() (words, flags []string) {
	i := slices.IndexFunc(b.args, func(arg string) bool { return strings.HasPrefix(arg, "-") })
	words, flags = b.args[:i], b.args[i:]
	if b.alone() != "" {
		return words, flags
	}
	if words[0] == "run" {
		return []string{"test"}, slices.Concat([]string{"-explore=false", "-vet=off"}, flags)
	}
	return words, slices.DeleteFunc(slices.Clone(flags), func(f string) bool { return f == "-program" })
}

// passed is how many tests passed, by the output of go test.
func (b *batch) passed(output string) (n int) {
	for _, c := range b.cases {
		pkg := host
		if c.own {
			pkg = path.Join(host, c.dir)
		}
		if strings.Contains(output, "ok  \t"+pkg+"\t") {
			n += max(1, len(c.Tests))
		}
	}
	return n
}

// tests is how many tests the batch has.
func (b *batch) tests() (n int) {
	for _, c := range b.cases {
		n += max(1, len(c.Tests))
	}
	return n
}

// divide gives each finding to its case.
func (b *batch) divide(whole Result) ([]Result, error) {
	list := make([]Result, len(b.cases))
	for i := range list {
		list[i] = whole
		list[i].Doc.Findings, list[i].Doc.Stats.Limits = nil, b.limits(b.cases[i], whole.Doc.Stats.Limits)
	}
	var errs []error
	for _, f := range whole.Doc.Findings {
		i := b.owner(f)
		if i < 0 {
			errs = append(errs, fmt.Errorf("%s at %s in %q is of no case", f.Message, f.Pos, f.Tests))
			continue
		}
		f, err := b.cases[i].restored(f)
		errs = append(errs, err)
		list[i].Doc.Findings = append(list[i].Doc.Findings, f)
	}
	for i := range list {
		list[i].Status = report.ExitStatus(list[i].Doc.Findings, false)
	}
	return list, errors.Join(errs...)
}

// owner is the index of the case of a finding: it has the file of one of its positions, or its
// tests.
func (b *batch) owner(f report.Finding) int {
	positions := []string{f.Pos}
	for _, g := range f.Goroutines {
		for _, s := range g.Steps {
			positions = append(positions, s.Pos)
		}
	}
	for _, pos := range positions {
		dir, _, _ := strings.Cut(filepath.ToSlash(pos), "/")
		if i := slices.IndexFunc(b.cases, func(c *Case) bool { return c.dir == dir }); i >= 0 {
			return i
		}
	}
	return slices.IndexFunc(b.cases, func(c *Case) bool { return c.hasTest(f.Tests) })
}

// limits returns those limits that name a test of the case, and those that name no test.
func (b *batch) limits(c *Case, all []string) (list []string) {
	for _, limit := range all {
		test, _, _ := strings.Cut(limit, ":")
		test, _, _ = strings.Cut(test, " ")
		named := func(c *Case) bool { return c.hasTest([]string{test}) }
		if named(c) || !slices.ContainsFunc(b.cases, named) {
			list = append(list, limit)
		}
	}
	return list
}

// hasTest reports whether one of the tests of the batch is of the case.
func (c *Case) hasTest(tests []string) bool {
	return slices.ContainsFunc(tests, func(test string) bool {
		test, _, _ = strings.Cut(test, "/")
		return test == c.testName("") || slices.ContainsFunc(c.Tests, func(name string) bool { return test == c.testName(name) })
	})
}
