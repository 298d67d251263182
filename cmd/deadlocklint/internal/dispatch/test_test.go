package dispatch

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

func TestTestUsage(t *testing.T) {
	t.Parallel()
	empty := t.TempDir() // what is wrongly not refused finds nothing to run
	for line, words := range map[string]string{
		"test -fuzz=X ./...":          "-fuzz",
		"test -c ./...":               "-c",
		"test -cpuprofile=x ./...":    "-cpuprofile",
		"test -strategy=x ./...":      "-x pausing=NAME",
		"test -x=pausing=x ./...":     "say parallel or serial",
		"test -x=abstraction=x ./...": "say index",
		"test -tries=-1 ./...":        "-tries",
		"test -fail-on=x ./...":       "x",
		"test -C=gone ./...":          "name a directory that exists",
		"test ./... -C=.":             "-C",
		"run":                         "which program?",
		"run -mine ./x":               "-mine",
		"run -fail-on=x ./x":          "-fail-on",
		"run -tries=-1 ./x":           "write 0 or more",
		"run -x=pausing=x ./x":        "say parallel or serial",
		"run -x=abstraction=x ./x":    "say index",
		"run -C=gone ./x":             "name a directory that exists",
		"demo -mine":                  "-mine",
		"record -keep=x":              "which command?",
		"record -- x":                 "record needs -keep DIR",
		"confirm":                     "which recording?",
		"confirm a b":                 "which recording?",
		"confirm gone":                "gone is no directory",
		"replay":                      "which schedule?",
		"replay gone":                 "name a schedule that a report has named",
		"record show":                 "which trace?",
		"record env x":                "env takes no arguments",
		"version x":                   "version takes no arguments",
		"help x":                      `there is no command or check "x"`,
		"x":                           `unknown command "x"; run deadlocklint help`,
		"__exec":                      "run deadlocklint test",
		"-x":                          "run deadlocklint help check", // flags alone are those of check
		"confirm -x=abstraction=x .":  "say index",
		"replay -seed=3 schedule":     "deadlocklint replay does not have it",
	} {
		args := strings.Fields(line)
		if rest, ok := strings.CutPrefix(line, "test "); ok && !strings.Contains(line, "-C") {
			args = append([]string{"test", "-C=" + empty}, strings.Fields(rest)...)
		}
		o := call(t, args...)
		o.want(t, line, report.ExitUsage, words)
		if o.message == "" || o.out != "" {
			t.Errorf("%s: error %q, stdout %q", line, o.message, o.out)
		}
	}
	if o := call(t); o.status != report.ExitUsage || !strings.Contains(o.err, "Start with: deadlocklint demo") {
		t.Errorf("no arguments: exit status %d, %s", o.status, o.err)
	}
}

// TestTextReport: without -json the output of the tests and the report go to
// stdout, and errors of the build to stderr, as with go test.
func TestTextReport(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "crossing")
	var out, errs bytes.Buffer
	err := Run(t.Context(), command.Streams{Out: &out, Err: &errs}, []string{"test", "-C", dir, "-keep", filepath.Join(t.TempDir(), "rec"), "-seed=1", "-time=5m"})
	if command.Status(err) != report.ExitFindings || strings.Count(errs.String(), "\n") != 1 || !strings.Contains(errs.String(), "-no-input leaves them out") {
		t.Errorf("%v, stderr %s", err, &errs)
	}
	for _, words := range []string{"ok  \texample.com/m", "deadlock confirmed", "example.com/m.pair.a", "> t.a.Lock()", "deadlocklint replay ", "1 deadlock confirmed"} {
		if !strings.Contains(out.String(), words) {
			t.Errorf("%q is missing in\n%s", words, &out)
		}
	}
}

// TestTestStatus is the exit status without a deadlock, and what is said.
func TestTestStatus(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "teststatus")
	for _, c := range []struct {
		args   string
		status int
		words  string
	}{
		{"./clean ./without", 0, "nothing found"},
		{"-run=Nothing ./clean", 0, "no tests to run"},
		{"./fails ./clean", 1, "by itself"},
		{"./broken", 1, "undefined: undefined"},
		{"./clean ./broken", 1, "undefined: undefined"},
		{"./vetted", 1, "has arg \"no number\" of wrong type"},
		{"./without", 1, "no test was run, so nothing was recorded; name packages that have tests"},
		{"./gone", 1, "directory not found"},
		{"-vet=off -tries=0 ./vetted", 0, "nothing found"},
		{"./clean -mine", 2, "flag -mine: there is no such flag"},
	} {
		args := append([]string{"test", "-C=" + dir}, strings.Fields(c.args)...)
		call(t, args...).want(t, c.args, c.status, c.words)
	}
}

// TestUncached: our runs really happen, and leave the cache of go test alone.
func TestUncached(t *testing.T) {
	t.Parallel()
	dir := moduletest.Copy(t, "counts")
	ran := filepath.Join(filepath.Dir(dir), "ran")
	ours := func() string { return call(t, "test", "-C="+dir, ".").out }
	theirs := func() string {
		cmd := exec.Command("go", "test", ".")
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return string(out)
	}
	for i, step := range []struct {
		run    func() string
		cached bool
		times  int
	}{{ours, false, 1}, {ours, false, 2}, {theirs, false, 3}, {ours, false, 4}, {theirs, true, 4}} {
		out := step.run()
		if cached := strings.Contains(out, "(cached)"); cached != step.cached {
			t.Errorf("step %d: cached: %t, %s", i, cached, out)
		}
		if b, err := os.ReadFile(ran); err != nil || len(b) != step.times {
			t.Errorf("step %d: the test ran %d times, want %d, %v", i, len(b), step.times, err)
		}
	}
}

// TestUsersExec: the user's own -exec runs the tests when they are recorded, confirmed and replayed.
func TestUsersExec(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "usersexec")
	keep := filepath.Join(t.TempDir(), "rec")
	o := call(t, "test", "-C="+dir, "-json", "-explore=false", "-keep="+keep, "-exec=env 'MINE=a b'", ".")
	if o.confirmed() != "mine" {
		t.Errorf("confirmed %q: %s%s", o.confirmed(), o.out, o.err)
	}
	replayAll(t, o.Document)
	call(t, "test", "-C="+dir, "-exec=env 'x", ".").want(t, "an open quote", 2, "-exec: unterminated '")
}
