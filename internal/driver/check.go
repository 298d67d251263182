package driver

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/deadlocklint/deadlocklint/internal/driver/testflags"
	"github.com/deadlocklint/deadlocklint/internal/report"
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

// shownFlags binds the flags about which findings are shown, and where. Only a
// command that knows the source can look at another revision of it.
func shownFlags(fs *flag.FlagSet, s *testflags.Shown, source bool) {
	for _, f := range testflags.ShownFlags(s) {
		switch {
		case f.Set != nil:
			fs.BoolVar(f.Set, f.Name, false, f.Doc)
		case source || f.Value != &s.NewFrom:
			fs.StringVar(f.Value, f.Name, "", f.Doc)
		}
	}
}

// runCheck runs the static checks on the packages named.
func runCheck(ctx context.Context, s Streams, args []string) error {
	var c checkRun
	fs := checkFlags(&c)
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return runHelp(ctx, s, []string{"check"})
		}
		return usage{fmt.Errorf("%w; run deadlocklint help check", err)}
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
