package driver

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

func (se *session) runProgram(ctx context.Context, pkg string, build, args []string) error {
	se.progress.say("building %s", pkg)
	bin := filepath.Join(se.dir, "program")
	argv := append(append([]string{"build"}, build...), "-o", bin, pkg)
	if err := se.goCommand(ctx, argv, nil, se.streams.Err); err != nil {
		return err
	}
	if se.failed {
		return Exit(1)
	}
	if info, err := os.Stat(bin); err != nil || !info.Mode().IsRegular() || info.Mode()&0o111 == 0 {
		return Usage(fmt.Errorf("%s is no main package; name one that go run can run", pkg))
	}
	t, err := record.NewTarget(se.dir, bin, args, se.work)
	if err != nil {
		return err
	}
	_ = os.Remove(bin) // kept under another name
	return se.recordTarget(ctx, t)
}

func (se *session) recordTarget(ctx context.Context, t *record.Target) error {
	se.progress.say("recording")
	if !se.NoCondvar {
		t.Env = append(t.Env, se.conditionsEnv()...)
	}
	if se.hookCalls {
		t.Env = append(t.Env, record.EnvCalls+"=1")
	}
	in, done, err := se.stdin(t)
	if err != nil {
		return err
	}
	defer done()
	out := se.streams.Out
	if se.JSON {
		out = se.streams.Err
	}
	// An interrupt ends the program, not the session: the report is still made.
	code, err := t.Record(ctx, se.dir, in, se.progress.pass(out), se.progress.pass(se.streams.Err))
	if err != nil {
		return err
	}
	if code == exitInterrupt {
		ownInterrupt(ctx)
	}
	if code != 0 && code != exitDeadlock {
		fmt.Fprintf(se.streams.Err, "deadlocklint: the program ended with exit status %d; predicting from what it recorded\n", code)
		se.failed = code != exitInterrupt && ctx.Err() == nil // an interrupt is how a server is ended
	}
	return nil
}

const (
	// exitDeadlock is the status of a process in which the runtime saw a deadlock.
	exitDeadlock = 66
	// exitInterrupt is that of one that an interrupt has ended.
	exitInterrupt = 130
)

// ownInterrupt waits for the interrupt that has ended the program. A terminal sends it to this process as well, and
// what comes after the program's end would be taken for a second one, which ends the session. It does not
// wait long, since the program alone may have been sent one.
func ownInterrupt(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(time.Second):
	}
}

// stdin is what the program reads. Unless it is a terminal or nothing it is
// kept, so that confirming runs read the same.
func (se *session) stdin(t *record.Target) (in io.Reader, done func(), err error) {
	if f, ok := se.streams.In.(*os.File); ok {
		if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice != 0 {
			return f, func() {}, nil
		}
	}
	if se.streams.In == nil {
		return nil, func() {}, nil
	}
	pipe, err := t.TeeStdin(se.dir, se.streams.In)
	return pipe, func() { pipe.Close() }, err
}

func joinFlags(a, b string) string {
	if a == "" {
		return b
	}
	return a + " " + b
}
