package static

import (
	"context"
	"io"
	"slices"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/console"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/module"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/output"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/protocol/sources"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/revision"
	"github.com/deadlocklint/deadlocklint/internal/load"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/typestate/protocol"
)

// A checkRun is one invocation of the static checks on a whole program.
type checkRun struct {
	flags.Values
	Options
}

// Check runs the static checks on the packages named.
func Check(ctx context.Context, s command.Streams, args []string) error {
	own, rest, err := flags.Parse(flags.Check, args)
	if err != nil {
		return command.HelpOr("check", err)
	}
	c := checkRun{Values: own, Options: Options{
		Dir: own.Chdir, Patterns: rest, Tests: !own.Check.NoTests, Enable: own.Check.Enable, scope: own.Check.Scope,
		refuted: own.Check.Refuted, Possible: own.Check.Possible,
	}}
	env, err := module.Open(ctx, c.Dir, c.Patterns)
	if err != nil {
		return err
	}
	c.Lists = &load.Lists{Arch: env.GOARCH}
	if tags := own.Check.Tags; tags != "" {
		c.Flags = []string{"-tags=" + tags}
	}
	out := output.Output{Output: own.Output, Streams: s, Json: own.JSON, Verbose: own.Verbose, Width: console.Width(s.Out), Root: module.Root(c.Dir)}
	if err := out.Open(); err != nil {
		return err
	}
	if err := c.notNew(ctx, &out); err != nil {
		return err
	}
	return c.report(ctx, &out)
}

// report runs the checks and writes what they find.
func (c *checkRun) report(ctx context.Context, out *output.Output) error {
	wholeHeap.Start()
	res, err := c.Run(ctx, out.Streams.Err)
	if err != nil {
		return out.Fail(err, nil, report.Stats{})
	}
	if c.HTML != "" {
		c.drawProtocols(ctx, res.Findings)
	}
	stats := report.Stats{Limits: res.limits, Refuted: res.refuted, Incomplete: res.failed}
	if res.failed {
		stats.Failures = res.Unchecked
	}
	return out.Write(res.Findings, stats, res.failed)
}

// notNew finds the ids of -new-from: those that the same checks find there.
func (c *checkRun) notNew(ctx context.Context, out *output.Output) error {
	return revision.Since(ctx, c.NewFrom, c.Dir, out, func(dir string, errs io.Writer) ([]report.Finding, error) {
		old := c.Options
		old.Dir = dir
		res, err := old.Run(ctx, errs)
		if err != nil {
			return nil, err
		}
		return res.Findings, nil
	})
}

// drawProtocols gives findings of the static check the automata of their types: those
// that it takes itself, in its order. Files that it could not read it has reported.
func (c *checkRun) drawProtocols(ctx context.Context, findings []report.Finding) {
	if !slices.ContainsFunc(findings, func(f report.Finding) bool { return sources.OfProtocol(f.Check) }) {
		return
	}
	root := module.Root(c.Dir)
	r := &sources.Search{Packages: c.Patterns, Flags: c.Flags, Dir: root}
	all, _ := r.Commented(ctx, root)
	if r.FindFiles() == nil {
		given, _ := r.Given(r.Automata)
		all = append(all, given...)
	}
	all = append(all, protocol.Shipped()...)
	for i := range findings {
		if f := &findings[i]; sources.OfProtocol(f.Check) {
			f.Protocol = sources.FindingAutomaton(*f, all)
		}
	}
}
