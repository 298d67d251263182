// Package session builds and records what one invocation runs.
//
// A [Session] has the instrumented GOROOT, the directory of the recording, the flags
// of every build and the output. Tests go through go test with deadlocklint in place
// of the test binary ([Exec]); programs are built and started. Conditions and calls
// are made visible by overlays of packages instrument and instrument/sites. The
// recording stays in the directory, for packages predict and confirm.
//
// The package predicts nothing and judges nothing: packages run, protocol and replay
// do, each with a session of its own.
package session

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/console"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/output"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/results"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/confirm"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/goenv"
	"github.com/deadlocklint/deadlocklint/internal/load"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A Session is one invocation of test, run or demo.
type Session struct {
	flags.Values
	Streams     command.Streams
	Out         *output.Output // where the findings go
	Progress    *console.Progress
	Dir         string     // of the recording
	remove      bool       // the directory of the recording, at the end
	owner       *os.File   // says that the directory is in use
	removal     *sync.Once // of the directory: who comes second waits
	keeps       bool       // this session fills the directory of -keep
	Work        string     // the user's working directory
	Go          goenv.Env
	Shadow      *goroot.Shadow
	ConfirmWith string          // the command that confirms what this one only predicts
	Replay      schedule.Build  // how the schedules of this session are run again
	Gcflags     []string        // of every build, ours included
	Goflags     string          // GOFLAGS of every child, "" to leave it alone
	writes      bool            // of plain memory only what conditions read is recorded, see instrument
	Failed      bool            // the build, the tests or the program failed
	Failures    []string        // why, a line each
	Unbuilt     bool            // a package or the program, and the go command has said why
	partial     bool            // not all that was named was looked at
	Until       bool            // the recorded program has no end of its own, and was interrupted
	kept        []string        // files about whose input something was said
	exact       map[string]bool // the ids whose schedules decide each step; copies of the session share them
	Ran         []string        // names of the tests that were recorded
	columns     columns
	Handed      []string            // names of flags that the test binaries are asked about
	HookCalls   bool                // methods of the standard library tell of their calls
	Lists       *load.Lists         // of the packages of the program
	Programs    predict.Executables // of the recordings

	Explore *explorer.Options // the tests are explored instead of run once; nil otherwise
	Races   bool              // so that races happen
}

// New makes the directory and the instrumented GOROOT. The answers of the go command for the directory are env.
func New(ctx context.Context, s command.Streams, own flags.Values, env goenv.Env) (*Session, error) {
	se := &Session{Values: own, Streams: s, Progress: console.NewProgress(s.Err), Work: env.Dir, Go: env, Lists: &load.Lists{Arch: env.GOARCH}, exact: map[string]bool{}}
	if err := se.OpenOutput(ctx); err != nil {
		return nil, err
	}
	if err := se.makeShadow(); err != nil {
		return nil, se.Fail(err, nil)
	}
	if err := se.makeDir(); err != nil {
		return nil, se.Fail(err, nil)
	}
	command.AtInterrupt(ctx, se.Close)
	return se, nil
}

// OpenRecording is a session that reads what an earlier one has left in dir.
func OpenRecording(s command.Streams, own flags.Values, dir, work string) *Session {
	se := &Session{Values: own, Streams: s, Progress: console.NewProgress(s.Err), Dir: dir, Work: work}
	se.Keep = dir
	return se
}

// NewRecording is a session that only records, into the directory of -keep. It shows no
// progress, since the terminal belongs to the recorded command.
func NewRecording(s command.Streams, own flags.Values) (*Session, error) {
	se := &Session{Values: own, Streams: s, Progress: console.NewProgress(nil)}
	return se, se.makeDir()
}

// NewBuild is a session that builds and records nothing: it knows the instrumented
// Go and the flags with which builds make operations visible.
func NewBuild(s command.Streams, env goenv.Env, memory bool) (*Session, error) {
	se := &Session{Streams: s, Progress: console.NewProgress(s.Err), Work: env.Dir, Go: env}
	if err := se.makeShadow(); err != nil {
		se.Progress.Done()
		return nil, err
	}
	se.Memory = memory
	g := se.GoFlags()
	if err := se.SetGcflags(nil, g, g.Race()); err != nil {
		se.Progress.Done()
		return nil, err
	}
	return se, nil
}

func (se *Session) makeShadow() error {
	if err := goroot.Supported(); err != nil {
		return err
	}
	se.Progress.Say("preparing the instrumented Go")
	tc, err := goroot.Resolve(se.Go)
	if err != nil {
		return err
	}
	cache, err := goroot.CacheDir()
	if err != nil {
		return err
	}
	se.Shadow, err = goroot.Make(tc, cache)
	return err
}

func (se *Session) makeDir() error {
	if se.Keep != "" {
		dir, err := filepath.Abs(se.Keep)
		if err != nil {
			return err
		}
		se.Dir = dir
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return fmt.Errorf("cannot make the directory of -keep: %w; name another one", err)
		}
		if old, _ := record.Traces(dir); len(old) > 0 { // an unreadable one was just made
			return command.Usage(fmt.Errorf("%s has a recording already; name an empty directory or remove it", se.Keep))
		}
		se.keeps = true
		return nil
	}
	removeLeft()
	dir, err := os.MkdirTemp("", dirPrefix)
	if err == nil {
		se.Dir, se.remove, se.removal = dir, true, &sync.Once{}
		se.owner, err = own(dir)
	}
	if err != nil {
		return fmt.Errorf("cannot make a temporary directory: %w; set TMPDIR", err)
	}
	return nil
}

// dirPrefix begins the names of temporary directories.
const dirPrefix = "deadlocklint-"

func (se *Session) Close() {
	se.Progress.Done()
	switch {
	case se.remove:
		se.removal.Do(se.removeDir)
	case se.keeps && se.NoInput:
		if err := record.Forget(se.Dir); err != nil {
			fmt.Fprintf(se.Streams.Err, "deadlocklint: -no-input: %v; remove %s\n", err, se.Keep)
		}
	case se.keeps:
		fmt.Fprintf(se.Streams.Err, "deadlocklint: %s keeps the arguments, environment and standard input of the programs that were run; -no-input leaves them out\n", se.Keep)
	}
}

// environ is the environment of the go command to build and record.
func (se *Session) environ(prefix []string) []string {
	env := append(os.Environ(), se.Shadow.Env()...)
	env = append(env, record.EnvSession+"="+se.Dir)
	env = append(env, se.useGoTemp()...)
	env = append(env, se.handed()...)
	if !se.NoCondvar {
		env = append(env, se.ConditionsEnv()...)
	}
	if se.HookCalls {
		env = append(env, boundary.EnvCalls+"=1")
	}
	if !se.NoLeaks {
		env = append(env, boundary.EnvBlocked+"=1")
	}
	if se.Explore != nil {
		env = append(env, se.exploration())
	}
	if se.Goflags != "" {
		env = append(env, "GOFLAGS="+se.Goflags)
	}
	if len(prefix) > 0 {
		list, _ := json.Marshal(prefix) // strings always can
		env = append(env, record.EnvExec+"="+string(list))
	}
	return env
}

// ConditionsEnv tells a program to record what trace programs need.
func (se *Session) ConditionsEnv() []string {
	if se.writes {
		return []string{record.Conditions, record.Writes}
	}
	return []string{record.Conditions}
}

// DefaultTime is the time for all runs after the first one, unless -time says otherwise.
const DefaultTime = 10 * time.Minute

// spend takes the first run off the time of -time: it counts where the user has named a time, and is
// never cut. A nanosecond is left, since no time at all were no limit.
func (se *Session) spend(took time.Duration) {
	if se.IsGiven("time") && se.Time > 0 {
		se.Time = max(se.Time-took, 1)
	}
}

// Deadline is when the time is spent, zero for never.
func (se *Session) Deadline() (t time.Time) {
	if se.Time > 0 {
		t = time.Now().Add(se.Time)
	}
	return t
}

// AfterInterrupt returns the context of the work that follows the recording. An interrupt that
// ended a recorded program does not cancel it. A server without an end of its own is recorded so.
func (se *Session) AfterInterrupt(ctx context.Context) (context.Context, context.CancelFunc) {
	if ctx.Err() == nil || !se.Until {
		return ctx, func() {}
	}
	fmt.Fprintln(se.Streams.Err, "deadlocklint: the interrupt has ended the program; looking at its recording; interrupt again to stop")
	ctx, stop := command.InterruptedAgain(ctx)
	se.Out.Interrupted = isOver(ctx)
	return ctx, stop
}

// isOver reports whether a context has been cancelled.
func isOver(ctx context.Context) func() bool { return func() bool { return ctx.Err() != nil } }

func (se *Session) Options() confirm.Options {
	opt := confirm.Variants()["index"]
	if v, ok := confirm.Variants()[se.Abstraction]; ok {
		opt = v
	}
	if se.Pausing != "" {
		opt.Strategy = confirm.Strategy(se.Pausing)
	}
	opt.Tries, opt.Seed, opt.Stall = se.Tries, se.Seed, se.EarlyMax
	return opt
}

// OpenOutput prepares where the findings of the session go.
func (se *Session) OpenOutput(ctx context.Context) error {
	se.Out = &output.Output{
		Interrupted: isOver(ctx),
		Output:      se.Output, Streams: se.Streams, Json: se.JSON, Verbose: se.Verbose,
		Width: console.Width(se.Streams.Out), Root: se.Root(), FailOn: se.FailOn,
	}
	return se.Out.Open()
}

// Report writes the findings and derives the exit status.
func (se *Session) Report(findings []report.Finding, stats report.Stats) error {
	se.Progress.Done()
	if se.Replay.Kind != "" { // a module that will be there: not the demo's
		results.Keep(se.Root(), findings, se.Ran, se.Races)
	}
	return se.Out.Write(findings, se.Ended(stats), se.Failed)
}

// Fail reports the findings that there are when something went wrong. It returns the exit status as an error.
func (se *Session) Fail(err error, findings []report.Finding) error {
	se.Progress.Done()
	return se.Out.Fail(err, findings, se.Ended(report.Stats{}))
}

// LeftOut says once that a part of the work was left out, and why. The rest goes on.
func (se *Session) LeftOut(part string, err error) {
	why := fmt.Sprintf("%s: %v", part, err)
	if slices.Contains(se.Failures, why) {
		return
	}
	fmt.Fprintln(se.Streams.Err, "deadlocklint:", why)
	se.Failures, se.partial = append(se.Failures, why), true
}

// Ended adds how the program and its build have ended.
func (se *Session) Ended(stats report.Stats) report.Stats {
	stats.Until = se.Until
	stats.Incomplete = stats.Incomplete || se.partial
	stats.Failures = slices.Concat(se.Failures, stats.Failures)
	return stats
}
