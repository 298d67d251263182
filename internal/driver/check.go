package driver

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/driver/testflags"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/typestate/protocol"
)

// A checkRun is one invocation of the static checks on a whole program.
type checkRun struct {
	testflags.Shown
	staticRun
	json    bool
	verbose bool
	tags    string
}

func checkFlags(c *checkRun) *flag.FlagSet {
	fs := flag.NewFlagSet("check", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.BoolVar(&c.json, "json", false, "write one JSON document")
	fs.BoolVar(&c.tests, "test", true, "look at test files as well")
	fs.StringVar(&c.dir, "C", "", "change to this directory first")
	fs.StringVar(&c.scope, "scope", "", "module path prefixes, separated by commas, to look at in depth besides the main module")
	fs.StringVar(&c.enable, "enable", "", "checks to run besides those that are on by default, separated by commas, or all")
	fs.StringVar(&c.tags, "tags", "", "build tags, as for go build")
	fs.BoolVar(&c.verbose, "v", false, "show everything, such as all goroutines of all findings")
	shownFlags(fs, &c.Shown, true)
	return fs
}

// runCheck runs the static checks on the packages named.
func runCheck(ctx context.Context, s Streams, args []string) error {
	var c checkRun
	fs := checkFlags(&c)
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return Help("check")
		}
		return Usage(fmt.Errorf("%w; run deadlocklint help check", err))
	}
	c.patterns = fs.Args()
	if err := inModule(ctx, c.dir, c.patterns); err != nil {
		return err
	}
	if c.tags != "" {
		c.flags = []string{"-tags=" + c.tags}
	}
	out := output{Shown: c.Shown, streams: s, json: c.json, verbose: c.verbose, width: width(s.Out), root: moduleRoot(c.dir)}
	if err := out.open(); err != nil {
		return err
	}
	if err := c.notNew(ctx, &out); err != nil {
		return err
	}
	wholeHeap.Start()
	res, err := c.run(ctx, s.Err)
	if err != nil {
		return err
	}
	if c.HTML != "" {
		c.drawProtocols(ctx, res.findings)
	}
	return out.write(res.findings, report.Stats{Limits: res.limits, Incomplete: res.failed}, res.failed)
}

// notNew finds the ids of -new-from: those that the same checks find there.
func (c *checkRun) notNew(ctx context.Context, out *output) error {
	return since(ctx, c.NewFrom, c.dir, out, func(dir string, errs io.Writer) ([]report.Finding, error) {
		old := c.staticRun
		old.dir = dir
		res, err := old.run(ctx, errs)
		if err != nil {
			return nil, err
		}
		return res.findings, nil
	})
}

// drawProtocols gives findings of the static check the automata of their types: those
// that it takes itself, in its order. Files that it could not read it has reported.
func (c *checkRun) drawProtocols(ctx context.Context, findings []report.Finding) {
	if !slices.ContainsFunc(findings, func(f report.Finding) bool { return ofProtocol(f.Check) }) {
		return
	}
	root := moduleRoot(c.dir)
	r := &search{packages: c.patterns, flags: c.flags, dir: root}
	all, _ := r.commented(ctx, root)
	if r.findFiles() == nil {
		given, _ := r.given(r.automata)
		all = append(all, given...)
	}
	all = append(all, protocol.Shipped()...)
	for i := range findings {
		if f := &findings[i]; ofProtocol(f.Check) {
			f.Protocol = askedFor(*f, all)
		}
	}
}

// CheckFlags are the flags of check, for its documentation.
func CheckFlags() *flag.FlagSet { return checkFlags(new(checkRun)) }
