package session

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// RunProgram builds a program and records a run of it.
func (se *Session) RunProgram(ctx context.Context, pkg string, build, args []string) error {
	t, err := se.BuildProgram(ctx, append([]string{"build"}, build...), pkg, args)
	if err != nil {
		return err
	}
	return se.RecordTarget(ctx, t)
}

// BuildProgram builds the program of a package by a command of the go command, and describes how it is run with arguments.
func (se *Session) BuildProgram(ctx context.Context, verb []string, pkg string, args []string) (*record.Target, error) {
	se.Progress.Say("building %s", pkg)
	bin := filepath.Join(se.Dir, "program")
	argv := append(slices.Clone(verb), "-o", bin, pkg)
	if err := se.GoCommand(ctx, argv, nil, se.Streams.Err); err != nil {
		return nil, err
	}
	if se.Failed {
		se.Unbuilt = true
		return nil, command.Told("the program was not built; the go command says why")
	}
	if info, err := os.Stat(bin); err != nil || !info.Mode().IsRegular() || info.Mode()&0o111 == 0 {
		return nil, command.Usage(fmt.Errorf("%s is no main package; name one that go run can run", pkg))
	}
	t, err := record.NewTarget(se.Dir, bin, args, se.Work)
	if err != nil {
		return nil, err
	}
	_ = os.Remove(bin) // kept under another name
	return t, nil
}

func (se *Session) RecordTarget(ctx context.Context, t *record.Target) error {
	se.Progress.Say("recording")
	if !se.NoCondvar {
		t.Env = append(t.Env, se.ConditionsEnv()...)
	}
	if !se.NoLeaks {
		t.Env = append(t.Env, boundary.EnvBlocked+"=1")
	}
	if se.HookCalls {
		t.Env = append(t.Env, boundary.EnvCalls+"=1")
	}
	in, done, err := se.stdin(t)
	if err != nil {
		return err
	}
	defer done()
	out := se.Streams.Out
	if se.JSON {
		out = se.Streams.Err
	}
	// An interrupt ends the program, not the session: the report is still made.
	start := time.Now()
	code, err := t.Record(ctx, se.Dir, in, se.Progress.Pass(out), se.Progress.Pass(se.Streams.Err))
	if err != nil {
		return err
	}
	se.spend(time.Since(start))
	if code == exitInterrupt {
		ownInterrupt(ctx)
	}
	se.Until = ctx.Err() != nil || code == exitInterrupt
	if code != 0 && code != exitDeadlock && !se.Until { // an interrupt is how a server is ended
		why := fmt.Sprintf("the program ended with exit status %d", code)
		fmt.Fprintf(se.Streams.Err, "deadlocklint: %s; predicting from its recording\n", why)
		se.Failed, se.Failures = true, append(se.Failures, why)
	}
	return nil
}

const (
	// exitDeadlock is the status of a process in which the runtime saw a deadlock.
	exitDeadlock = 66
	// exitInterrupt is the exit status of a program that an interrupt has ended.
	exitInterrupt = 130
)

// ownInterrupt waits for the interrupt that has ended the program. A terminal sends it to this process as well. When it
// comes after the program's end, it would count as a second one, which ends the session. It does not
// wait long, since the program alone may have been sent one.
func ownInterrupt(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(time.Second):
	}
}

// stdin is the input of the program. Unless it is a terminal or nothing it is
// kept, so that confirming runs read the same.
func (se *Session) stdin(t *record.Target) (in io.Reader, done func(), err error) {
	if f, ok := se.Streams.In.(*os.File); ok {
		if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice != 0 {
			return f, func() {}, nil
		}
	}
	if se.Streams.In == nil {
		return nil, func() {}, nil
	}
	pipe, err := t.TeeStdin(se.Dir, se.Streams.In)
	return pipe, func() { pipe.Close() }, err
}

func JoinFlags(a, b string) string {
	if a == "" {
		return b
	}
	return a + " " + b
}
