package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/module"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/revision"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/static"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/instrument"
	"github.com/deadlocklint/deadlocklint/internal/goenv"
	"github.com/deadlocklint/deadlocklint/internal/load"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A passOn collects build flags as they were written.
type passOn struct {
	args    []string
	ldflags string
	gcflags []string
	race    bool
}

// parseRun reads the flags of run: ours, and go build's. It returns the package and its arguments.
func parseRun(args []string) (own flags.Values, p *passOn, rest []string, err error) {
	own, p = flags.Defaults(flags.Run), &passOn{}
	for len(args) > 0 {
		name, value, hasValue, isFlag := flags.Split(args[0])
		switch {
		case args[0] == "--":
			return own, p, args[1:], nil
		case !isFlag:
			return own, p, args, nil
		case name == "h" || name == "help":
			return own, p, nil, flags.ErrHelp
		}
		take := func() (int, error) { return flags.Take(flags.Run, &own, name, value, hasValue, args[1:]) }
		if f, ok := testflags.OfBuild(name); ok {
			take = func() (int, error) { return p.take(f, value, hasValue, args[1:]) }
		}
		n, err := take()
		if err != nil {
			return own, p, nil, err
		}
		args = args[1+n:]
	}
	return own, p, nil, nil
}

// take collects a flag of go build. It returns how many of the following arguments were its value.
func (p *passOn) take(f testflags.Flag, value string, hasValue bool, following []string) (n int, err error) {
	switch {
	case hasValue:
	case f.Bool:
		value = "true"
	case len(following) == 0:
		return 0, fmt.Errorf("flag -%s: it needs a value; write -%[1]s=VALUE", f.Name)
	default:
		value, n = following[0], 1
	}
	switch f.Name {
	case "gcflags":
		p.gcflags = append(p.gcflags, value)
	case "ldflags":
		p.ldflags = value
	default:
		p.args = append(p.args, "-"+f.Name+"="+value)
		p.race = p.race || f.Name == "race" && session.IsTrue(value, true)
	}
	return n, nil
}

// Program is "deadlocklint run": go run with an instrumented GOROOT.
func Program(ctx context.Context, s command.Streams, args []string) error {
	own, pass, rest, err := parseRun(args)
	if err != nil {
		return command.HelpOr("run", err)
	}
	if len(rest) == 0 {
		return command.Usage(errors.New("which program? say deadlocklint run ./cmd/name"))
	}
	pkg, rest := rest[0], rest[1:]
	if len(rest) > 0 && rest[0] == "--" {
		rest = rest[1:]
	}
	work, err := module.WorkDir(own.Chdir)
	if err != nil {
		return err
	}
	env, err := module.Open(ctx, work, []string{pkg})
	if err != nil {
		return err
	}
	pl, err := NewPipeline(ctx, s, own, env)
	if err != nil {
		return err
	}
	defer pl.Close()
	err = revision.Since(ctx, own.NewFrom, work, pl.Out, func(dir string, errs io.Writer) ([]report.Finding, error) {
		return ranAt(ctx, own, pass, dir, errs, pkg, rest)
	})
	if err == nil {
		err = pl.buildAndRun(ctx, pass, pkg, rest)
	}
	if err != nil {
		return pl.without(err)
	}
	return pl.Finish(ctx)
}

// ranAt returns what the same run and checks find in another directory, without
// confirming anything.
func ranAt(ctx context.Context, own flags.Values, pass *passOn, dir string, errs io.Writer, pkg string, args []string) ([]report.Finding, error) {
	env := goenv.Read(ctx, dir)
	pl, err := NewPipeline(ctx, command.Streams{Out: io.Discard, Err: errs}, flags.Values{NoStatic: own.NoStatic, NoCondvar: own.NoCondvar, Memory: own.Memory}, env)
	if err != nil {
		return nil, err
	}
	defer pl.Close()
	return pl.predicted(ctx, pl.buildAndRun(ctx, pass, pkg, args), errs)
}

// buildAndRun builds the program with the flags passed on and records a run.
func (pl *pipeline) buildAndRun(ctx context.Context, pass *passOn, pkg string, args []string) error {
	g := pl.GoFlags()
	pass.byDefault(g)
	ldflags := pass.ldflags
	if err := pl.SetGcflags(pass.gcflags, g, pass.race); err != nil {
		return err
	}
	build := slices.Clone(pass.args)
	for _, f := range pl.Gcflags {
		build = append(build, "-gcflags="+f)
	}
	build = append(build, "-ldflags="+session.JoinFlags(ldflags, record.Ldflags))
	pl.Replay = schedule.Build{Kind: "run", Build: build, Package: pkg}
	pl.prover.Source = &load.Options{Dir: pl.Work, Patterns: []string{pkg}, Flags: pass.list(), Lists: pl.Lists}
	if !pl.NoStatic {
		pl.staticCandidates(ctx, static.Options{Dir: pl.Work, Patterns: []string{pkg}, Flags: pass.list(), Lists: pl.Lists})
	}
	if !pl.NoCondvar {
		overlaid, err := pl.Overlaid(ctx, build, instrument.Options{Patterns: []string{pkg}, Lists: pl.Lists})
		if err != nil {
			return err
		}
		build = overlaid
	}
	err := pl.RunProgram(ctx, pkg, build, args)
	pl.tellUnchecked()
	return err
}

// byDefault takes the flags of GOFLAGS that the command line does not have.
func (p *passOn) byDefault(g session.GoFlags) {
	for _, b := range testflags.BuildFlags() {
		values := g.Values(b.Name)
		given := slices.ContainsFunc(p.args, func(a string) bool { return strings.HasPrefix(a, "-"+b.Name+"=") })
		if len(values) == 0 || given || b.Name == "gcflags" || b.Name == "ldflags" {
			continue
		}
		last := values[len(values)-1]
		p.args = append(p.args, "-"+b.Name+"="+last)
		p.race = p.race || b.Name == "race" && session.IsTrue(last, true)
	}
	if p.ldflags == "" {
		p.ldflags = strings.Join(g.Values("ldflags"), " ")
	}
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
