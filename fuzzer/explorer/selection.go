package explorer

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// An alternative is a part of a pattern of -run or -skip between its bars: an expression for
// the test, and one for each level of subtests.
type alternative []string

// A selection has the tests and subtests that a command line names, as package testing reads
// its patterns.
type selection struct{ run, skip []alternative }

// selectionOf reads patterns of -run and -skip. An empty one of -run selects every test.
func selectionOf(run, skip string) (s selection, err error) {
	if run != "" {
		s.run = alternatives(run)
	}
	if skip != "" {
		s.skip = alternatives(skip)
	}
	for _, a := range slices.Concat(s.run, s.skip) {
		for _, e := range a {
			if _, err := regexp.Compile(e); err != nil {
				return s, fmt.Errorf("pattern %q is no regular expression: %w; mend -run or -skip", e, err)
			}
		}
	}
	return s, nil
}

// has reports whether a test is selected, with all its subtests or some.
func (s *selection) has(test string) bool {
	runs := len(s.run) == 0 || slices.ContainsFunc(s.run, func(a alternative) bool { return a.names(test) })
	skips := slices.ContainsFunc(s.skip, func(a alternative) bool { return len(a) == 1 && a.names(test) })
	return runs && !skips
}

// pattern is the pattern of -run for one test, and for those of its subtests that are selected.
func (s *selection) pattern(test string) string {
	own := "^" + regexp.QuoteMeta(test) + "$"
	var list []string
	for _, a := range s.run {
		if a.names(test) {
			list = append(list, strings.Join(append([]string{own}, a[1:]...), "/"))
		}
	}
	if len(list) == 0 || slices.Contains(list, own) {
		return own
	}
	return strings.Join(list, "|")
}

// names reports whether the expression for the test matches a name.
func (a alternative) names(test string) bool {
	matched, err := regexp.MatchString(a[0], test)
	return matched && err == nil
}

// alternatives splits a pattern at the bars and slashes that are in no brackets.
func alternatives(pattern string) (list []alternative) {
	own, begin, square, round := alternative(nil), 0, 0, 0
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '[':
			square++
		case c == ']':
			square = max(square-1, 0) // an unmatched one is legal
		case c == '(' && square == 0:
			round++
		case c == ')' && square == 0:
			round--
		case c == '\\':
			i++
		case (c == '/' || c == '|') && square == 0 && round == 0:
			own, begin = append(own, pattern[begin:i]), i+1
			if c == '|' {
				list, own = append(list, own), nil
			}
		}
	}
	return append(list, append(own, pattern[begin:]))
}

// Selected lists the tests and fuzz targets that the arguments of a target select.
func Selected(ctx context.Context, t *record.Target) ([]string, error) {
	value := func(name string) string {
		for _, a := range t.Args {
			if v, ok := strings.CutPrefix(a, "-test."+name+"="); ok {
				return v
			}
		}
		return ""
	}
	return Tests(ctx, t, value("run"), value("skip"))
}

// SelectionArgs are the arguments of a test binary that decide which steps there are. They select
// subtests, make a test short, or are the test's own.
func SelectionArgs(args []string) (list []string) {
	for _, a := range args {
		name, _, _ := strings.Cut(a, "=")
		if !ofTesting(name) || slices.Contains([]string{"-test.run", "-test.skip", "-test.short"}, name) {
			list = append(list, a)
		}
	}
	return list
}

// ofTesting reports whether an argument is a flag of package testing, which reads one with two
// dashes, too.
func ofTesting(arg string) bool {
	return strings.HasPrefix(arg, "-test.") || strings.HasPrefix(arg, "--test.")
}
