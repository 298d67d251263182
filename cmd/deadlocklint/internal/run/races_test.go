package run_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestRacesRefuses: what races cannot do is refused in one line that says what to do.
func TestRacesRefuses(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "handed")
	for _, c := range []struct{ command, arg, want string }{
		{"races", "-race", "leave -race out"},
		{"races", "-runs=3", "it is written -tries now"},
		{"races", "-tries=many", "-tries"},
		{"races", "-merge", "deadlocklint explore"},
		{"races", "-memory", "leave it out"},
		{"races", "-x=strategy=random", "has no parameters"},
	} {
		if err := runtest.Refused(t, c.command, "-C="+dir, c.arg, "."); !strings.Contains(err, c.want) || strings.Contains(err, "\n") {
			t.Errorf("%s %s: %s", c.command, c.arg, err)
		}
	}
}

// TestRacesOfBrokenTest: the races of a test that fails anyway are told, and no failure is their effect, in a line. A
// test with a single goroutine has none.
func TestRacesOfBrokenTest(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "brokentest")
	doc, status, stderr := runtest.Invoke(t, "races", "-C="+dir, "-json", ".")
	if len(doc.Findings) != 1 || status != report.ExitFindings || !doc.Findings[0].Dynamic.NoEffect {
		t.Errorf("exit status %d, findings %v\n%s", status, doc.Findings, stderr)
	}
	if !slices.ContainsFunc(doc.Stats.Limits, func(l string) bool { return strings.HasPrefix(l, "TestFails: it fails in each run") }) || len(doc.Stats.Limits) != 1 {
		t.Errorf("limits %q", doc.Stats.Limits)
	}
}

// TestRacesBubble: the races of goroutines in a bubble of testing/synctest are looked at.
func TestRacesBubble(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "bubbled")
	doc, status, stderr := runtest.Invoke(t, "races", "-C="+dir, "-json", ".")
	if len(doc.Findings) != 1 || status != report.ExitFindings || len(doc.Stats.Limits) != 0 {
		t.Errorf("exit status %d, findings %v, limits %q\n%s", status, doc.Findings, doc.Stats.Limits, stderr)
	}
}

// TestNotRun: what go test would run besides tests is named in a line, and nothing when the
// command line does not select it.
func TestNotRun(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "not")
	type selection struct {
		args []string
		want string // the begin of the only limit, "" for none
		none bool   // no test was run, so that nothing was looked at
	}
	for _, c := range []selection{
		{[]string{"races", "-bench=."}, "Example and 1 more: not run", false},
		{[]string{"races"}, "Example: not run", false},
		{[]string{"races", "-run=Example"}, "Example: not run", true},
		{[]string{"races", "-run=Test"}, "", false},
		{[]string{"explore", "-skip=Example"}, "", false},
		{[]string{"races", "-run=Mistyped"}, "no test was run", true},
		{[]string{"explore", "-run=Fuzz"}, "", false},
		{[]string{"explore", "-run=Mistyped"}, "no test was run", true},
	} {
		doc, status, stderr := runtest.Invoke(t, slices.Concat(c.args[:1], []string{"-C=" + dir, "-json"}, c.args[1:], []string{"."})...)
		limits := doc.Stats.Limits
		if (status == report.ExitFailed) != c.none || doc.Complete == c.none || (c.want == "") != (len(limits) == 0) || c.want != "" && !strings.HasPrefix(limits[0], c.want) {
			t.Errorf("%v: exit status %d, limits %q\n%s", c.args, status, limits, stderr)
		}
	}
}
