package run

import (
	"context"
	"errors"
	"flag"
	"io"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
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
func runFlags(own *testflags.ToolFlags) (*flag.FlagSet, *passOn) {
	fs := session.OwnFlags("run", own)
	p := &passOn{}
	for _, b := range buildFlags {
		if b.bool {
			fs.BoolFunc(b.name, "as go build", func(v string) error {
				p.args = append(p.args, "-"+b.name+"="+v)
				p.race = p.race || b.name == "race" && session.IsTrue(v, true)
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

// Program is "deadlocklint run": go run with an instrumented GOROOT.
func Program(ctx context.Context, s command.Streams, args []string) error {
	var own testflags.ToolFlags
	fs, pass := runFlags(&own)
	err := session.Parse(fs, args, &own)
	if errors.Is(err, flag.ErrHelp) {
		return command.Help("run")
	}
	if err != nil {
		return err
	}
	rest := fs.Args()
	if len(rest) == 0 {
		return command.Usage(errors.New("which program? say deadlocklint run ./cmd/name"))
	}
	pkg, rest := rest[0], rest[1:]
	if len(rest) > 0 && rest[0] == "--" {
		rest = rest[1:]
	}
	work, err := module.WorkDir(pass.dir)
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
func ranAt(ctx context.Context, own testflags.ToolFlags, pass *passOn, dir string, errs io.Writer, pkg string, args []string) ([]report.Finding, error) {
	env := goenv.Read(ctx, dir)
	pl, err := NewPipeline(ctx, command.Streams{Out: io.Discard, Err: errs}, testflags.ToolFlags{NoStatic: own.NoStatic, NoCondvar: own.NoCondvar, Memory: own.Memory}, env)
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
	pl.prover.source = &load.Options{Dir: pl.Work, Patterns: []string{pkg}, Flags: pass.list(), Lists: pl.Lists}
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
	return pl.RunProgram(ctx, pkg, build, args)
}

// byDefault takes the flags of GOFLAGS that the command line does not have.
func (p *passOn) byDefault(g session.GoFlags) {
	for _, b := range buildFlags {
		values := g.Values(b.name)
		given := slices.ContainsFunc(p.args, func(a string) bool { return strings.HasPrefix(a, "-"+b.name+"=") })
		if len(values) == 0 || given {
			continue
		}
		last := values[len(values)-1]
		p.args = append(p.args, "-"+b.name+"="+last)
		p.race = p.race || b.name == "race" && session.IsTrue(last, true)
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

// Flags are the flags of run, for its documentation.
func Flags() *flag.FlagSet {
	fs, _ := runFlags(new(testflags.ToolFlags))
	return fs
}
