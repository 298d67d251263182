package run

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/cause"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/module"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/static"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/suppress"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/passes/suite"
)

// idAmong returns the position of an id among the arguments of confirm, or -1:
// then a recording is meant. A directory that is named like an id is one.
func idAmong(args []string) int {
	return slices.IndexFunc(args, func(a string) bool {
		_, err := os.Stat(a)
		return suppress.IsID(a) && err != nil
	})
}

// runConfirmID is "deadlocklint confirm ID packages": it finds the tests, or the
// programs, that contain the places of the finding, runs them, and tries to make
// that one happen.
func runConfirmID(ctx context.Context, s command.Streams, id string, args []string) error {
	p, err := testflags.Parse(flags.ConfirmID, args)
	if err != nil {
		return command.HelpOr("confirm", err)
	}
	if len(p.Packages) == 0 {
		p.Packages = []string{"./..."}
	}
	work, err := module.WorkDir(p.Chdir)
	if err != nil {
		return err
	}
	env, err := module.Open(ctx, work, p.Packages)
	if err != nil {
		return err
	}
	pl, err := NewPipeline(ctx, s, p.Values, env)
	if err != nil {
		return err
	}
	defer pl.Close()
	pl.only = id
	pl.Progress.Say("looking for %s in the source", id)
	res, err := static.Options{Dir: work, Patterns: p.Packages, Tests: true, Flags: p.List(), Enable: "all", Possible: true, Lists: pl.Lists}.Run(ctx, io.Discard)
	if err != nil {
		return pl.Fail(err, nil)
	}
	if i := slices.IndexFunc(res.Findings, func(f report.Finding) bool { return f.ID == id }); i >= 0 {
		pl.static = []report.Finding{shownAnyway(res.Findings[i])}
	}
	if len(pl.static) > 0 && !cause.Decides(pl.static[0].Check) && !pl.showsByWait() {
		return command.Usage(fmt.Errorf("%s is a finding of the kind %s, which no run decides; read deadlocklint help checks %s", id, pl.static[0].Check, suite.Analyzer(pl.static[0].Check)))
	}
	pl.blocked.Only = pl.narrowed()
	return pl.confirmWhere(ctx, p, res.Packages)
}

// showsByWait reports whether the finding that the user has asked for is about a place where a goroutine waits for ever. Any
// finding of a run may show that one, and gets its id when they are joined.
func (pl *pipeline) showsByWait() bool {
	return len(pl.static) > 0 && cause.ShownByWait(pl.static[0].Check)
}

// narrowed is the id of the candidates that are tried and of the goroutines that are told, "" for all.
func (pl *pipeline) narrowed() string {
	if pl.showsByWait() {
		return ""
	}
	return pl.only
}

// shownAnyway takes the mark of a comment off: the user has asked for it.
func shownAnyway(f report.Finding) report.Finding {
	f.Suppressed, f.SuppressedBy = false, ""
	return f
}

// confirmWhere records the tests that contain the finding, or else the programs
// that are named one by one: a program may do anything when it is run, so none
// is because of a pattern.
func (pl *pipeline) confirmWhere(ctx context.Context, p testflags.CommandLine, pkgs []*packages.Package) error {
	where := containing(pkgs, pl.static)
	pl.NoStatic = true // the wanted finding is known already
	if len(where.tests) > 0 {
		p.Packages = where.tests
		if err := pl.goTest(ctx, p); err != nil {
			return pl.Fail(err, pl.static)
		}
		return pl.Finish(ctx)
	}
	named := slices.DeleteFunc(slices.Clone(p.Packages), func(s string) bool { return strings.Contains(s, "...") })
	if len(where.programs) == 0 || len(named) == 0 {
		return pl.nowhere(p.Packages, where.programs)
	}
	for _, program := range where.programs {
		pass := &passOn{args: buildOnly(p), gcflags: p.Gcflags, ldflags: strings.Join(p.Ldflags, " "), race: p.Is("race")}
		if err := pl.buildAndRun(ctx, pass, program, p.Args); err != nil {
			return pl.Fail(err, pl.static)
		}
	}
	return pl.Finish(ctx)
}

// buildOnly are the flags of go test that go build has as well.
func buildOnly(p testflags.CommandLine) []string {
	return slices.DeleteFunc(p.Compile(""), func(a string) bool {
		return strings.HasPrefix(a, "-gcflags=") || strings.HasPrefix(a, "-ldflags=")
	})
}

// nowhere says that nothing was run, and where the finding is.
func (pl *pipeline) nowhere(patterns, programs []string) error {
	what := strings.Join(patterns, " ")
	if len(pl.static) == 0 {
		return fmt.Errorf("no static check finds %s in %s, and there are no tests; name the packages it was printed for", pl.only, what)
	}
	f := pl.static[0]
	f.Tests = []string{}
	why, decides := "", "a test that comes there, or reading"
	for _, g := range f.Goroutines {
		last := g.Steps[len(g.Steps)-1]
		why += fmt.Sprintf("; %s in %s was never reached", report.LineOf(last.Pos), last.Func)
	}
	if len(programs) > 0 {
		decides = fmt.Sprintf("a run of a program that contains it: deadlocklint confirm %s %s", f.ID, programs[0])
	}
	f.Decides = decides
	f.Status = report.StatusNotReached
	f.Dynamic = &report.Dynamic{Verdict: report.VerdictNotReached, Reason: "not tried: no test of " + what + " contains it" + why}
	return pl.Report([]report.Finding{f}, report.Stats{})
}

// reportOnly reports the finding that was asked about.
func (pl *pipeline) reportOnly(ctx context.Context, findings []report.Finding, stats report.Stats) error {
	i := slices.IndexFunc(findings, func(f report.Finding) bool {
		return f.ID == pl.only || f.Static != nil && pl.showsByWait() // a deadlock that is replayed by its own id
	})
	switch {
	case i < 0 && (ctx.Err() != nil || !stats.Complete()):
		return pl.Report(nil, stats)
	case i < 0:
		return fmt.Errorf("neither a static check nor a run finds %s; name the packages it was printed for, or it is repaired", pl.only)
	}
	pl.Out.Rules.Source = nil
	return pl.Report([]report.Finding{shownAnyway(findings[i])}, stats)
}

// A containment is the tests and programs that contain a finding.
type containment struct{ tests, programs []string }

// containing finds those of the loaded packages that contain all functions of
// the findings.
func containing(pkgs []*packages.Package, findings []report.Finding) containment {
	var c containment
	funcs := functions(findings)
	for _, p := range pkgs {
		var closure []string
		packages.Visit([]*packages.Package{p}, nil, func(q *packages.Package) { closure = append(closure, q.PkgPath) })
		outside := func(fn string) bool {
			return !slices.ContainsFunc(closure, func(path string) bool { return strings.HasPrefix(fn, path+".") })
		}
		switch {
		case slices.ContainsFunc(funcs, outside):
		case p.ForTest != "" && !slices.Contains(c.tests, p.ForTest):
			c.tests = append(c.tests, p.ForTest)
		case p.ForTest == "" && p.Name == "main":
			c.programs = append(c.programs, p.PkgPath)
		}
	}
	return c
}

// functions are those in which the findings are.
func functions(findings []report.Finding) []string {
	var list []string
	for _, f := range findings {
		for _, g := range f.Goroutines {
			for _, s := range g.Steps {
				if s.Func != "" && !slices.Contains(list, s.Func) {
					list = append(list, s.Func)
				}
			}
		}
	}
	return list
}
