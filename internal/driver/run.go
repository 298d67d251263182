package driver

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/instrument"
	"github.com/deadlocklint/deadlocklint/internal/driver/testflags"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A buildFlag is a flag of go build that is passed on.
type buildFlag struct {
	name string
	bool bool
}

var buildFlags = []buildFlag{
	{"a", true}, {"asmflags", false}, {"buildvcs", false}, {"cover", true}, {"mod", false},
	{"modfile", false}, {"overlay", false}, {"p", false}, {"pgo", false}, {"race", true}, {"tags", false}, {"trimpath", true},
}

// A passOn collects build flags as they were written.
type passOn struct {
	args    []string
	ldflags string
	gcflags []string
	race    bool
	dir     string
}

// runFlags are those of run: ours, and go build's.
func runFlags(own *testflags.Own) (*flag.FlagSet, *passOn) {
	fs := ownFlags("run", own)
	p := &passOn{}
	for _, b := range buildFlags {
		if b.bool {
			fs.BoolFunc(b.name, "as go build", func(v string) error {
				p.args = append(p.args, "-"+b.name+"="+v)
				p.race = p.race || b.name == "race" && isTrue(v, true)
				return nil
			})
		} else {
			fs.Func(b.name, "as go build", func(v string) error { p.args = append(p.args, "-"+b.name+"="+v); return nil })
		}
	}
	fs.Func("gcflags", "as go build", func(v string) error { p.gcflags = append(p.gcflags, v); return nil })
	fs.StringVar(&p.ldflags, "ldflags", "", "as go build")
	fs.StringVar(&p.dir, "C", "", "`directory` to run in")
	return fs, p
}

// runRun is "deadlocklint run": go run with an instrumented GOROOT.
func runRun(ctx context.Context, s Streams, args []string) error {
	var own testflags.Own
	fs, pass := runFlags(&own)
	err := parse(fs, args, &own)
	if errors.Is(err, flag.ErrHelp) {
		return runHelp(ctx, s, []string{"run"})
	}
	if err != nil {
		return err
	}
	rest := fs.Args()
	if len(rest) == 0 {
		return usage{errors.New("which program? say deadlocklint run ./cmd/name")}
	}
	pkg, rest := rest[0], rest[1:]
	if len(rest) > 0 && rest[0] == "--" {
		rest = rest[1:]
	}
	work, err := workDir(pass.dir)
	if err != nil {
		return err
	}
	if err := inModule(ctx, work, []string{pkg}); err != nil {
		return err
	}
	se, err := newSession(ctx, s, own, work)
	if err != nil {
		return err
	}
	defer se.close()
	err = since(ctx, own.NewFrom, work, se.out, func(dir string, errs io.Writer) ([]report.Finding, error) {
		return ranAt(ctx, own, pass, dir, errs, pkg, rest)
	})
	if err != nil {
		return err
	}
	if err := se.buildAndRun(ctx, pass, pkg, rest); err != nil {
		return err
	}
	return se.finish(ctx)
}

// ranAt returns what the same run and checks find in another directory, without
// confirming anything.
func ranAt(ctx context.Context, own testflags.Own, pass *passOn, dir string, errs io.Writer, pkg string, args []string) ([]report.Finding, error) {
	se, err := newSession(ctx, Streams{Out: io.Discard, Err: errs}, testflags.Own{NoStatic: own.NoStatic, NoCondvar: own.NoCondvar, Memory: own.Memory}, dir)
	if err != nil {
		return nil, err
	}
	defer se.close()
	return se.predicted(ctx, se.buildAndRun(ctx, pass, pkg, args), errs)
}

// buildAndRun builds the program with the flags passed on and records a run.
func (se *session) buildAndRun(ctx context.Context, pass *passOn, pkg string, args []string) error {
	g := goflags(ctx, se.work)
	ldflags := pass.ldflags
	if ldflags == "" {
		ldflags = strings.Join(g.ldflags, " ")
	}
	if err := se.setGcflags(pass.gcflags, g, pass.race || g.race); err != nil {
		return err
	}
	build := slices.Clone(pass.args)
	for _, f := range se.gcflags {
		build = append(build, "-gcflags="+f)
	}
	build = append(build, "-ldflags="+joinFlags(ldflags, record.Ldflags))
	se.replay = replayInfo{Kind: "run", Build: build, Package: pkg}
	if !se.NoStatic {
		se.staticCandidates(ctx, staticRun{dir: se.work, patterns: []string{pkg}, flags: pass.list()})
	}
	if !se.NoCondvar {
		overlaid, err := se.overlaid(ctx, build, instrument.Options{Patterns: []string{pkg}})
		if err != nil {
			return err
		}
		build = overlaid
	}
	return se.runProgram(ctx, pkg, build, args)
}

// list returns the flags that decide which files and packages there are.
func (p *passOn) list() []string {
	var args []string
	for _, a := range p.args {
		switch name, _, _ := strings.Cut(a, "="); name {
		case "-tags", "-mod", "-modfile", "-overlay":
			args = append(args, a)
		}
	}
	return args
}

func joinFlags(a, b string) string {
	if a == "" {
		return b
	}
	return a + " " + b
}

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
		return usage{fmt.Errorf("%s is no main package; name one that go run can run", pkg)}
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
	if se.calls.hooked() {
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
