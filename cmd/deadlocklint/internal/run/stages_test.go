package run_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/run"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/static"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A broken stage is a way to make a part of a command fail.
type brokenStage struct {
	name  string
	does  string   // what the tests of the module do: the value of BREAK
	files []string // that are added to the module: pairs of a name and a text
	link  string   // a link that leads nowhere
	args  []string
	says  string        // in the document
	next  string        // the next thing to do
	kept  report.Status // of the deadlock that the other package has, "" for none
}

var without = []string{"-explore=false", "-condvar=false", "-static=false"}

var brokenStages = []brokenStage{
	{name: "a package that is not there", args: append(without, "./nowhere"), says: "./nowhere was not built", next: "says why", kept: report.StatusConfirmed},
	{name: "a package that is not built", args: without, files: []string{"broken/broken_test.go", "package broken\n\nvar n int = \"no number\"\n"}, says: "stages/broken was not built", next: "says why", kept: report.StatusConfirmed},
	{name: "a file that cannot be read", args: without, link: "breaks/gone.go", says: "stages/breaks was not built", next: "says why", kept: report.StatusConfirmed},
	{name: "an overlay that is damaged", args: []string{"-static=false", "-overlay=go.mod"}, says: "conditions are not recorded: the overlay", next: "mend it"},
	{name: "a process that is killed", args: without, does: "killed", says: "the process was killed", kept: report.StatusConfirmed},
	{name: "a process that exits", args: without, does: "exit", says: "stages/breaks failed outside of its tests", next: "says how", kept: report.StatusConfirmed},
	{name: "a process that panics", args: without, does: "panic", says: "stages/breaks.TestBreak failed", next: "says why", kept: report.StatusConfirmed},
	{name: "a recording that is removed", args: without, does: "removed", says: "stages/breaks left no recording", next: "record again", kept: report.StatusConfirmed},
	{name: "a recording that is another file", args: without, does: "overwritten", says: "not a deadlocklint trace", next: "record one with", kept: report.StatusConfirmed},
	{name: "a recording that is cut", args: without, does: "truncated", says: ".dltrace: ", kept: report.StatusConfirmed},
	{name: "a recording that is a directory", args: without, does: "directory", says: "t.7fffffff.0.dltrace: cannot be read", next: "record again", kept: report.StatusConfirmed},
	{name: "a recording without room", args: without, does: "full", says: ".dltrace: ", kept: report.StatusConfirmed},
	{name: "a program that is gone when it is forced", args: without, does: "binary", says: "cannot run", next: "check that it can be executed here", kept: report.StatusPredicted},
	{name: "no directory to explore in", args: []string{"-static=false", "-condvar=false"}, does: "schedules", says: "cannot explore", next: "free some space or set TMPDIR", kept: report.StatusConfirmed},
	{name: "a page without room", args: append(without, "-html=/dev/full"), says: "-html: ", next: "name a file in a directory that exists and has room", kept: report.StatusConfirmed},
	{name: "a baseline without a directory", args: append(without, "-write-baseline=nowhere/baseline"), says: "-write-baseline: ", next: "name a file in a directory that exists", kept: report.StatusConfirmed},
}

// A stage that fails is told with the next thing to do. The findings of the others are kept, and every document says that
// the command is not complete.
func TestBrokenStages(t *testing.T) {
	for _, c := range brokenStages {
		t.Run(c.name, func(t *testing.T) {
			i := c.invoke(t, run.Test, "./...")
			c.check(t, i)
			if got := i.statusOf("crosses/"); got != c.kept {
				t.Errorf("the deadlock is %q, want %q: %s%s", got, c.kept, i.errs, i.out)
			}
			want := report.ExitFailed
			if c.kept == report.StatusConfirmed {
				want = report.ExitFindings
			}
			if i.status != want {
				t.Errorf("exit status %d, want %d: %s%s", i.status, want, i.errs, i.out)
			}
		})
	}
}

// The static checks write their documents when they cannot look at a package, and when there is nothing to look at.
func TestBrokenStagesOfCheck(t *testing.T) {
	for _, c := range []brokenStage{
		{name: "a package that is not there", args: []string{"./nowhere"}, says: "nowhere is not checked", next: "go list ./... prints the packages that there are", kept: report.StatusStatic},
		{name: "a package that is not built", files: []string{"broken/broken_test.go", "package broken\n\nvar n int = \"no number\"\n"}, says: "stages/broken is not checked", kept: report.StatusStatic},
		{name: "a module that cannot be listed", files: []string{"go.mod", "modul example.com/stages\n"}, says: "unknown directive: modul", next: "does go list ./... work?"},
	} {
		t.Run(c.name, func(t *testing.T) {
			i := c.invoke(t, static.Check, "./...")
			c.check(t, i)
			if got := i.statusOf("crosses/"); got != c.kept {
				t.Errorf("the deadlock is %q, want %q: %s%s", got, c.kept, i.errs, i.out)
			}
		})
	}
}

// invoke runs a command in the module, where the stage is broken.
func (c *brokenStage) invoke(t *testing.T, do func(context.Context, command.Streams, []string) error, patterns ...string) invocation {
	t.Helper()
	dir := moduletest.Copy(t, "stages")
	t.Setenv("BREAK", c.does)
	t.Chdir(dir) // files in flags are relative to it
	for n := 0; n < len(c.files); n += 2 {
		moduletest.Write(t, dir, c.files[n], c.files[n+1])
	}
	if c.link != "" {
		if err := os.Symlink("nowhere", filepath.Join(dir, c.link)); err != nil {
			t.Fatal(err)
		}
	}
	return invokeCommand(t, newCountdown(t, 1<<40), do, dir, append(c.args, patterns...)...)
}

// check looks at what the documents say.
func (c *brokenStage) check(t *testing.T, i invocation) {
	t.Helper()
	said := strings.Join(append(i.Stats.Failures, i.Stats.Damaged...), "\n")
	if !strings.Contains(said, c.says) || !strings.Contains(said, c.next) || i.Complete {
		t.Errorf("complete %t, said %q, want %q and %q: %s%s", i.Complete, said, c.says, c.next, i.errs, i.out)
	}
	if strings.Contains(i.sarif, `"executionSuccessful": true`) {
		t.Error(i.sarif)
	}
}

// statusOf is that of the finding in a directory, "" for none.
func (i *invocation) statusOf(dir string) report.Status {
	for _, f := range i.Findings {
		if strings.HasPrefix(f.Pos, dir) {
			return f.Status
		}
	}
	return ""
}
