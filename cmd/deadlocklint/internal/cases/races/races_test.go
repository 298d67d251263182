package races

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

func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	cases.Language{
		Args:   func(*cases.Case) ([]string, error) { return []string{"races", "-vet=off"}, nil },
		Whole:  func(c *cases.Case) bool { return parse(c.Expect).limit != "" },
		Check:  check,
		Replay: replay,
		Shared: true,
	}.Run(t, files)
}

// withoutEffect is the word of a case for a data race that is confirmed and has shown no effect.
const withoutEffect report.Status = "race"

// An expectation is the section "expect" of a case.
type expectation struct {
	number      map[report.Status]int
	says, lacks []string
	limit       string
	err         error
}

func parse(lines []string) expectation {
	e := expectation{number: map[report.Status]int{}}
	for _, line := range lines {
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "says":
			e.says = append(e.says, rest)
		case "lacks":
			e.lacks = append(e.lacks, rest)
		case "limit":
			e.limit = rest
		default:
			e.number[report.Status(word)], e.err = strconv.Atoi(rest)
		}
	}
	return e
}

// check compares the findings of a case with its expectation.
func check(c *cases.Case, r cases.Result) (problems []string) {
	want, count, told := parse(c.Expect), map[report.Status]int{}, []string{}
	if want.err != nil {
		return []string{"expect: " + want.err.Error()}
	}
	for _, f := range r.Doc.Findings {
		if f.Dynamic.NoEffect {
			f.Status = withoutEffect
		}
		count[f.Status]++
		told = append(told, fmt.Sprintf("%s %s: %s", f.Status, f.Message, f.Dynamic.Reason))
	}
	isTold := func(words string) bool {
		return slices.ContainsFunc(told, func(s string) bool { return strings.Contains(s, words) })
	}
	for _, words := range want.says {
		if !isTold(words) {
			problems = append(problems, fmt.Sprintf("no finding says %q", words))
		}
	}
	for _, words := range want.lacks {
		if isTold(words) {
			problems = append(problems, fmt.Sprintf("a finding says %q", words))
		}
	}
	for _, s := range append(report.Statuses(), withoutEffect) {
		if count[s] != want.number[s] {
			problems = append(problems, fmt.Sprintf("%d findings are %s, want %d", count[s], s, want.number[s]))
		}
	}
	return append(problems, ending(want, r)...)
}

// ending compares the exit status and the limits.
func ending(want expectation, r cases.Result) (problems []string) {
	found := want.number[report.StatusConfirmed]+want.number[withoutEffect] > 0
	if found != (r.Status == report.ExitFindings) || !found && r.Status != report.ExitClean {
		problems = append(problems, fmt.Sprintf("exit status %d", r.Status))
	}
	for _, limit := range r.Doc.Stats.Limits {
		if want.limit == "" || !strings.Contains(limit, want.limit) {
			problems = append(problems, "limit: "+limit)
		}
	}
	return problems
}

// replay makes an effect happen again from its schedule.
func replay(dir string, f report.Finding) error {
	if f.Dynamic.NoEffect {
		return nil
	}
	file, ok := strings.CutPrefix(f.Replay, "deadlocklint replay ")
	if !ok {
		return fmt.Errorf("%s has no schedule", f.ID)
	}
	status, err := cases.Status("replay", "-C="+dir, file)
	if err == nil && status != report.ExitFindings {
		err = fmt.Errorf("the replay of %s ends with exit status %d", f.Message, status)
	}
	return err
}
