package static

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/console"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/module"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/output"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/protocol/sources"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/revision"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/internal/load"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/typestate/protocol"
)

// A checkRun is one invocation of the static checks on a whole program.
type checkRun struct {
	testflags.OutputFlags
	Options
	json    bool
	verbose bool
	tags    string
}

func checkFlags(c *checkRun) *flag.FlagSet {
	fs := flag.NewFlagSet("check", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.BoolVar(&c.json, "json", false, "write one JSON document")
	fs.BoolVar(&c.Tests, "test", true, "look at test files as well")
	fs.StringVar(&c.Dir, "C", "", "change to this directory first")
	fs.StringVar(&c.scope, "scope", "", "module path prefixes, separated by commas, to look at in depth besides the main module")
	fs.StringVar(&c.Enable, "enable", "", "checks to run besides those that are on by default, separated by commas, or all")
	fs.StringVar(&c.tags, "tags", "", "build tags, as for go build")
	fs.BoolVar(&c.refuted, "show-refuted", false, "show what the checks refuse to report as well, with the name of the reason")
	fs.BoolVar(&c.Possible, "show-possible", false, "show findings that lack a part of their proof as well, with the name of that part; they change no exit status")
	fs.BoolVar(&c.verbose, "v", false, "show everything, such as all goroutines of all findings")
	testflags.BindOutputFlags(fs, &c.OutputFlags, true)
	return fs
}

// Check runs the static checks on the packages named.
func Check(ctx context.Context, s command.Streams, args []string) error {
	var c checkRun
	fs := checkFlags(&c)
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return command.Help("check")
		}
		return command.Usage(fmt.Errorf("%w; run deadlocklint help check", err))
	}
	c.Patterns = fs.Args()
	env, err := module.Open(ctx, c.Dir, c.Patterns)
	if err != nil {
		return err
	}
	c.Lists = &load.Lists{Arch: env.GOARCH}
	if c.tags != "" {
		c.Flags = []string{"-tags=" + c.tags}
	}
	out := output.Output{OutputFlags: c.OutputFlags, Streams: s, Json: c.json, Verbose: c.verbose, Width: console.Width(s.Out), Root: module.Root(c.Dir)}
	if err := out.Open(); err != nil {
		return err
	}
	if err := c.notNew(ctx, &out); err != nil {
		return err
	}
	wholeHeap.Start()
	res, err := c.Run(ctx, s.Err)
	if err != nil {
		return err
	}
	if c.HTML != "" {
		c.drawProtocols(ctx, res.Findings)
	}
	return out.Write(res.Findings, report.Stats{Limits: res.limits, Refuted: res.refuted, Incomplete: res.failed}, res.failed)
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

// Flags are the flags of check, for its documentation.
func Flags() *flag.FlagSet { return checkFlags(new(checkRun)) }
