package run_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/run"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A countdown is a context that is cancelled when somebody asks for the n-th time whether it is.
type countdown struct {
	context.Context
	left   atomic.Int64
	cancel context.CancelFunc
}

func newCountdown(t *testing.T, n int64) *countdown {
	ctx, cancel := context.WithCancel(t.Context())
	c := &countdown{Context: ctx, cancel: cancel}
	c.left.Store(n)
	return c
}

// Err implements context.Context.
func (c *countdown) Err() error {
	if c.left.Add(-1) == 0 {
		c.cancel()
	}
	return c.Context.Err()
}

// An invocation is a run of the command test in a directory, with its documents.
type invocation struct {
	report.Document
	status      int
	out, errs   string
	sarif       string
	interrupted bool
}

func invokeTest(t *testing.T, ctx *countdown, dir string, args ...string) invocation {
	t.Helper()
	return invokeCommand(t, ctx, run.Test, dir, args...)
}

func invokeProgram(t *testing.T, dir string, args ...string) invocation {
	t.Helper()
	return invokeCommand(t, newCountdown(t, 1<<40), run.Program, dir, args...)
}

func invokeCommand(t *testing.T, ctx *countdown, do func(context.Context, command.Streams, []string) error, dir string, args ...string) (i invocation) {
	t.Helper()
	sarif := filepath.Join(t.TempDir(), "sarif.json")
	var out, errs bytes.Buffer
	err := do(ctx, command.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, append([]string{"-C=" + dir, "-json", "-sarif=" + sarif}, args...))
	i.status, i.out, i.errs, i.interrupted = command.Status(err), out.String(), errs.String(), ctx.left.Load() <= 0
	if i.Document, err = report.ReadDocument(&out); err != nil {
		t.Fatalf("%v: %s%s", err, &out, &errs)
	}
	text, err := os.ReadFile(sarif)
	if err != nil {
		t.Fatal(err)
	}
	i.sarif = string(text)
	return i
}

// An interrupt in any stage has a status that is not 0, and a document that says so. It is never taken for a spent budget.
func TestInterruptedInAnyStage(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "crossing")
	whole := newCountdown(t, 1<<40)
	first := invokeTest(t, whole, dir, ".")
	if !first.Complete || first.interrupted || first.Stats.Interrupted || strings.Contains(first.errs, "interrupted") {
		t.Fatalf("without an interrupt: %s%s", first.out, first.errs)
	}
	looks := 1<<40 - whole.left.Load()
	for part := range int64(8) {
		i := invokeTest(t, newCountdown(t, 1+looks*part/9), dir, ".")
		switch {
		case !i.interrupted:
			t.Errorf("part %d: the command was over before", part)
		case i.Complete, !i.Stats.Interrupted, i.status != report.ExitFailed && i.status != report.ExitFindings,
			strings.Count(i.errs, "interrupted") != 1, strings.Contains(i.out+i.errs, "used up"), strings.Contains(i.sarif, `"executionSuccessful": true`):
			t.Errorf("part %d: status %d\n%s%s%s", part, i.status, i.errs, i.out, i.sarif)
		}
	}
}

// A failure of the build or of the tests is in every document, with what the static checks find.
func TestFailuresAreInDocuments(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "failing")
	for _, c := range []struct {
		packages           []string
		failure            string
		complete, findings bool
	}{
		{[]string{"./broken"}, "no test was run", false, false},
		{[]string{"./none"}, "no test was run", false, true},
		{[]string{"./broken", "./none"}, "m/broken was not built", false, true},
		{[]string{"./nowhere"}, "no test was run", false, false},
		{[]string{"./fails"}, "m/fails.TestFails failed", true, false},
		{[]string{"./passes"}, "", true, false},
	} {
		i := invokeTest(t, newCountdown(t, 1<<40), dir, c.packages...)
		said := strings.Contains(strings.Join(i.Stats.Failures, "\n"), c.failure)
		if i.Complete != c.complete || !said || (len(i.Stats.Failures) == 0) != (c.failure == "") || (len(i.Findings) > 0) != c.findings {
			t.Errorf("%q: %s%s", c.packages, i.out, i.errs)
		}
		if (i.status == report.ExitClean) != (c.failure == "") || strings.Contains(i.sarif, `"executionSuccessful": true`) != (c.failure == "") {
			t.Errorf("%q: status %d, %s", c.packages, i.status, i.sarif)
		}
	}
}

// A test for which there was no time is named, with the part of the work.
func TestLeftOutTestsAreNamed(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "crossing")
	for limit, some := range map[string]bool{"-time=1ns": true, "-time=0": false} {
		i := invokeTest(t, newCountdown(t, 1<<40), dir, "-static=false", limit, ".")
		named := map[string]bool{}
		for _, l := range i.Stats.LeftOut {
			named[l.Test] = strings.Contains(l.Why, "-time") && l.Part != ""
		}
		if named["example.com/m.TestCross"] != some || named["example.com/m.TestCounts"] != some || !some && len(named) > 0 {
			t.Errorf("%s: %v\n%s%s", limit, i.Stats.LeftOut, i.errs, i.out)
		}
	}
}
