package driver

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/confirm"
	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/driver/testflags"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A session is one invocation of test, run or demo.
type session struct {
	testflags.Own
	streams     Streams
	out         *output // where the findings go
	progress    *progress
	dir         string // of the recording
	remove      bool
	work        string // the user's working directory
	shadow      *goroot.Shadow
	confirmWith string     // the command that confirms what this one only predicts
	replay      replayInfo // how the schedules of this session are run again
	gcflags     []string   // of every build, ours included
	goflags     string     // GOFLAGS of every child, "" to leave it alone
	writes      bool       // of plain memory only what conditions read is recorded, see instrument
	failed      bool       // the build, the tests or the program failed
	hookCalls   bool       // methods of the standard library tell of their calls
}

// newSession makes the directory and the instrumented GOROOT. A nil work
// directory is the current one.
func newSession(ctx context.Context, s Streams, own testflags.Own, work string) (*session, error) {
	se := &session{Own: own, streams: s, progress: newProgress(s.Err), work: work}
	if se.work == "" {
		wd, err := os.Getwd()
		if err != nil {
			return nil, err
		}
		se.work = wd
	}
	if err := se.openOutput(); err != nil {
		return nil, err
	}
	if err := se.makeShadow(ctx); err != nil {
		return nil, err
	}
	return se, se.makeDir()
}

// openRecording is a session that reads what an earlier one has left in dir.
func openRecording(s Streams, own testflags.Own, dir, work string) *session {
	se := &session{Own: own, streams: s, progress: newProgress(s.Err), dir: dir, work: work}
	se.Keep = dir
	return se
}

// newRecording is a session that records into the directory of -keep and does no
// more: it shows no progress, since the terminal belongs to the recorded command.
func newRecording(s Streams, own testflags.Own) (*session, error) {
	se := &session{Own: own, streams: s, progress: newProgress(nil)}
	return se, se.makeDir()
}

// newBuild is a session that builds and records nothing: it knows the instrumented
// Go and the flags with which builds make operations visible.
func newBuild(ctx context.Context, s Streams, work string, memory bool) (*session, error) {
	se := &session{streams: s, progress: newProgress(s.Err), work: work}
	if err := se.makeShadow(ctx); err != nil {
		se.progress.done()
		return nil, err
	}
	se.Memory = memory
	g := goflags(ctx, work)
	if err := se.setGcflags(nil, g, g.race); err != nil {
		se.progress.done()
		return nil, err
	}
	return se, nil
}

func (se *session) makeShadow(ctx context.Context) error {
	if err := goroot.Supported(); err != nil {
		return err
	}
	se.progress.say("preparing the instrumented Go")
	tc, err := goroot.Resolve(ctx, se.work)
	if err != nil {
		return err
	}
	cache, err := goroot.CacheDir()
	if err != nil {
		return err
	}
	se.shadow, err = goroot.Make(tc, cache)
	return err
}

func (se *session) makeDir() error {
	if se.Keep != "" {
		dir, err := filepath.Abs(se.Keep)
		if err != nil {
			return err
		}
		se.dir = dir
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return fmt.Errorf("cannot make the directory of -keep: %w; name another one", err)
		}
		if old, _ := record.Traces(dir); len(old) > 0 { // an unreadable one was just made
			return Usage(fmt.Errorf("%s has a recording already; name an empty directory or remove it", se.Keep))
		}
		return nil
	}
	dir, err := os.MkdirTemp("", "deadlocklint-")
	if err != nil {
		return fmt.Errorf("cannot make a temporary directory: %w; set TMPDIR", err)
	}
	se.dir, se.remove = dir, true
	return nil
}

func (se *session) close() {
	se.progress.done()
	if se.remove {
		_ = os.RemoveAll(se.dir) // in the temporary directory
	}
}

// environ is what the go command needs to build and record.
func (se *session) environ(prefix []string) []string {
	env := append(os.Environ(), se.shadow.Env()...)
	env = append(env, record.EnvSession+"="+se.dir)
	if !se.NoCondvar {
		env = append(env, se.conditionsEnv()...)
	}
	if se.hookCalls {
		env = append(env, record.EnvCalls+"=1")
	}
	if se.goflags != "" {
		env = append(env, "GOFLAGS="+se.goflags)
	}
	if len(prefix) > 0 {
		list, _ := json.Marshal(prefix) // strings always can
		env = append(env, record.EnvExec+"="+string(list))
	}
	return env
}

// conditionsEnv tells a program to record what trace programs need.
func (se *session) conditionsEnv() []string {
	if se.writes {
		return []string{record.Conditions, record.Writes}
	}
	return []string{record.Conditions}
}

// deadline is when the budget is spent, zero for never.
func (se *session) deadline() (t time.Time) {
	if se.Budget > 0 {
		t = time.Now().Add(se.Budget)
	}
	return t
}

// afterInterrupt returns the context of what follows the recording: an
// interrupt that ended the recording has done its work, as with a server that
// never ends by itself.
func (se *session) afterInterrupt(ctx context.Context) (context.Context, context.CancelFunc) {
	if ctx.Err() == nil {
		return ctx, func() {}
	}
	fmt.Fprintln(se.streams.Err, "deadlocklint: interrupted; confirming what was recorded until then, interrupt again to stop")
	return signal.NotifyContext(context.WithoutCancel(ctx), os.Interrupt, syscall.SIGTERM)
}

func (se *session) options() confirm.Options {
	opt := confirm.Variants()["index"]
	if v, ok := confirm.Variants()[se.Abstraction]; ok {
		opt = v
	}
	if se.Strategy != "" {
		opt.Strategy = confirm.Strategy(se.Strategy)
	}
	opt.Tries, opt.Seed = se.Tries, se.Seed
	return opt
}

// openOutput prepares where the findings of the session go.
func (se *session) openOutput() error {
	se.out = &output{
		Shown: se.Shown, streams: se.streams, json: se.JSON, verbose: se.Verbose,
		width: width(se.streams.Out), root: se.root(), failOn: se.FailOn,
	}
	return se.out.open()
}

// report writes the findings and derives the exit status.
func (se *session) report(findings []report.Finding, stats report.Stats) error {
	se.progress.done()
	if se.replay.Kind != "" { // a module that will be there: not the demo's
		keepResults(se.root(), findings)
	}
	return se.out.write(findings, stats, se.failed)
}
