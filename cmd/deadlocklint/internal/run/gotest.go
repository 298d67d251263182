package run

import (
	"context"
	"fmt"
	"io"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/module"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/protocol"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/revision"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/static"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/internal/goenv"
	"github.com/deadlocklint/deadlocklint/internal/load"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Test is "deadlocklint test": go test with an instrumented GOROOT, then
// prediction and confirmation.
func Test(ctx context.Context, s command.Streams, args []string) error {
	p, err := testflags.Parse(flags.Test, args)
	if err != nil {
		return command.HelpOr("test", err)
	}
	for _, note := range p.Notes {
		fmt.Fprintln(s.Err, "deadlocklint: "+note)
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
	err = revision.Since(ctx, p.NewFrom, work, pl.Out, func(dir string, errs io.Writer) ([]report.Finding, error) {
		return testedAt(ctx, p, dir, errs)
	})
	if err == nil {
		err = pl.goTest(ctx, p)
	}
	if err != nil {
		return pl.without(err)
	}
	return pl.Finish(ctx)
}

// testedAt returns what the same tests and checks find in another directory,
// without confirming anything.
func testedAt(ctx context.Context, p testflags.CommandLine, dir string, errs io.Writer) ([]report.Finding, error) {
	p.Values = flags.Values{NoStatic: p.NoStatic, NoCondvar: p.NoCondvar, Memory: p.Memory}
	env := goenv.Read(ctx, dir)
	pl, err := NewPipeline(ctx, command.Streams{Out: io.Discard, Err: errs}, p.Values, env)
	if err != nil {
		return nil, err
	}
	defer pl.Close()
	return pl.predicted(ctx, pl.goTest(ctx, p), errs)
}

// goTest runs the tests with the recorder on. Failing tests do not end the
// session: their recordings count.
func (pl *pipeline) goTest(ctx context.Context, p testflags.CommandLine) error {
	if err := pl.PrepareTests(&p); err != nil {
		return err
	}
	pl.prover.Source = &load.Options{Dir: pl.Work, Patterns: p.Packages, Tests: true, Flags: p.List(), Lists: pl.Lists}
	if !pl.NoStatic {
		pl.staticCandidates(ctx, static.Options{Dir: pl.Work, Patterns: p.Packages, Tests: true, Flags: p.List(), Lists: pl.Lists})
	}
	if !pl.NoCondvar {
		if err := pl.WatchConditions(ctx, &p); err != nil {
			return err
		}
	}
	calls, err := protocol.Watch(ctx, pl.Session, &p)
	if err != nil {
		return err
	}
	pl.calls = calls
	pl.concurrent = !p.Is("race")
	err = pl.RecordTests(ctx, p)
	pl.tellUnchecked()
	return err
}
