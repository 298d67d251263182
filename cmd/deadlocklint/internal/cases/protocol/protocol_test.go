package protocol

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/cases"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

func TestMain(m *testing.M) { os.Exit(cases.Main(m)) }

// TestCases runs every case below testdata/typestate: "confirmed WORDS" wants a
// finding that was made to happen for a reason with these words, "silent" none that
// was; "refuted WORDS", which needs -v, wants one that was not, for a reason with
// these words, or others after " | "; "findings N" wants N of them in all; "unseen WORDS" wants a
// line about calls that were not seen. A case that begins with "command test" has a file that
// makes deadlocklint test look for it.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("../../../../../testdata/typestate/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	cases.Language{
		Args: args,
		Whole: func(c *cases.Case) bool {
			return slices.ContainsFunc(c.Expect, func(l string) bool { return strings.HasPrefix(l, "unseen ") })
		},
		Check:  check,
		Replay: func(string, report.Finding) error { return nil },
	}.Run(t, files)
}

// args are the words before the expectation, and the rest of the section.
func args(c *cases.Case) (line []string, err error) {
	line = []string{"typestate", "check", "-tries=5"}
	if len(c.Tests) == 0 {
		line = append(line, "-program")
	}
	for _, l := range c.Expect {
		if l == "command test" {
			line = []string{"test", "-tries=5"}
		}
		if rest, ok := strings.CutPrefix(l, "args "); ok {
			line = append(line, strings.Fields(rest)...)
		}
	}
	return line, nil
}

// check compares the findings with the expectation.
func check(c *cases.Case, r cases.Result) (problems []string) {
	for _, line := range c.Expect {
		word, rest, _ := strings.Cut(line, " ")
		ok := true
		switch word {
		case "confirmed":
			ok = r.Status == report.ExitFindings && slices.ContainsFunc(r.Doc.Findings, func(f report.Finding) bool { return isConfirmed(f) && says(f, rest) })
		case "refuted":
			ok = slices.ContainsFunc(r.Doc.Findings, func(f report.Finding) bool { return !isConfirmed(f) && says(f, rest) })
		case "unseen":
			ok = slices.ContainsFunc(r.Doc.Stats.UnseenCalls, func(s string) bool { return strings.Contains(s, rest) })
		case "findings":
			ok = strconv.Itoa(len(r.Doc.Findings)) == rest
		case "silent":
			ok = r.Status != report.ExitFindings
		case "command", "args":
		default:
			ok = false
		}
		if !ok {
			problems = append(problems, fmt.Sprintf("not so: %s (exit status %d, %d findings, not seen %q)", line, r.Status, len(r.Doc.Findings), r.Doc.Stats.UnseenCalls))
		}
	}
	return problems
}

func isConfirmed(f report.Finding) bool { return f.Status == report.StatusConfirmed }

// says reports whether the reason of a finding has some of the words between " | ".
func says(f report.Finding, words string) bool {
	return slices.ContainsFunc(strings.Split(words, " | "), func(w string) bool { return strings.Contains(f.Dynamic.Reason, w) })
}
