package dispatch

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// asCommand is set in a process that is to be deadlocklint itself: for tests
// of what only a process has, such as an environment and signals.
const asCommand = "DEADLOCKLINT_TEST_AS_COMMAND"

func init() {
	if os.Getenv(asCommand) == "" {
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := Run(ctx, command.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, os.Args[1:])
	if !command.Silent(err) {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(command.Status(err))
}

// An outcome is what a command line came to. The message is that of the error
// which the command prints last.
type outcome struct {
	status   int
	out, err string
	message  string
	report.Document
}

// call runs a command line in this process.
func call(t *testing.T, args ...string) outcome { return callReading(t, nil, args...) }

func callReading(t *testing.T, in io.Reader, args ...string) outcome {
	t.Helper()
	var out, errs bytes.Buffer
	err := Run(context.Background(), command.Streams{In: in, Out: &out, Err: &errs}, args)
	o := outcome{status: command.Status(err), out: out.String(), err: errs.String()}
	if !command.Silent(err) {
		o.message = err.Error()
		oneLine(t, args, o.message)
	}
	o.decode(t, args)
	return o
}

// decode reads the document of -json, when there is one.
func (o *outcome) decode(t *testing.T, args []string) {
	t.Helper()
	if !slices.Contains(args, "-json") || o.out == "" {
		return
	}
	var err error
	o.Document, err = report.ReadDocument(strings.NewReader(o.out))
	if failed := o.status == report.ExitFailed && o.message != ""; err != nil && !failed { // an error may come before the last line
		t.Errorf("%v: no document on stdout: %v\n%s", args, err, o.out)
	}
}

func oneLine(t *testing.T, args []string, message string) {
	t.Helper()
	if strings.Contains(strings.TrimSuffix(message, "\n"), "\n") {
		t.Errorf("%v: more than one line: %q", args, message)
	}
}

// process prepares a process of deadlocklint with its own environment.
func process(t *testing.T, dir string, env []string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), env...), asCommand+"=1", "PWD="+dir)
	return cmd
}

// runProcess runs one to its end.
func runProcess(t *testing.T, cmd *exec.Cmd) outcome {
	t.Helper()
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); cmd.ProcessState == nil {
		t.Fatal(err)
	}
	o := outcome{status: cmd.ProcessState.ExitCode(), out: out.String(), err: errs.String()}
	o.message = strings.TrimSuffix(o.err, "\n")
	o.decode(t, cmd.Args)
	return o
}

func (o outcome) want(t *testing.T, what string, status int, words ...string) {
	t.Helper()
	all, good := o.out+o.err+o.message, o.status == status
	for _, w := range words {
		if !strings.Contains(all, w) {
			t.Errorf("%s: %q is not said", what, w)
			good = false
		}
	}
	if o.status != status {
		t.Errorf("%s: exit status %d, want %d", what, o.status, status)
	}
	if !good {
		t.Logf("%s: stdout: %s\nstderr: %s\nerror: %s", what, o.out, o.err, o.message)
	}
}

// confirmed lists the types whose locks were made to deadlock, sorted: every
// deadlock of these tests is between the locks of one type.
func (o outcome) confirmed() string { return o.types(report.StatusConfirmed) }

func (o outcome) types(status report.Status) string {
	var names []string
	for _, f := range o.Findings {
		if f.Status == status && len(f.Goroutines) > 0 {
			names = append(names, typeOf(f))
		}
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// typeOf is T for a finding whose first goroutine waits for "module/package.T.a".
func typeOf(f report.Finding) string {
	if len(f.Goroutines) == 0 {
		return string(f.Check) + ": " + f.Message
	}
	steps := f.Goroutines[0].Steps
	class := steps[len(steps)-1].Class
	class = class[strings.LastIndexByte(class, '/')+1:]
	if parts := strings.Split(class, "."); len(parts) == 3 {
		return parts[1]
	}
	return class
}

// shadowEnv is what "deadlocklint record env" prints, as an environment.
var shadowEnv = sync.OnceValues(func() ([]string, error) {
	var out bytes.Buffer
	if err := Run(context.Background(), command.Streams{Out: &out, Err: io.Discard}, []string{"record", "env"}); err != nil {
		return nil, err
	}
	var env []string
	for line := range strings.Lines(out.String()) {
		name, value, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(line, "export ")), "=")
		env = append(env, name+"="+strings.ReplaceAll(strings.Trim(value, "'"), `'\''`, "'"))
	}
	return env, nil
})
