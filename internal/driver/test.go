package driver

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/deadlocklint/deadlocklint/internal/driver/testflags"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// runTest is "deadlocklint test": go test with an instrumented GOROOT, then
// prediction and confirmation.
func runTest(ctx context.Context, s Streams, args []string) error {
	p, err := testflags.Parse(args)
	if errors.Is(err, testflags.ErrHelp) {
		return Help("test")
	}
	if err != nil {
		return Usage(err)
	}
	if err := checkOwn(p.Own); err != nil {
		return err
	}
	for _, note := range p.Notes {
		fmt.Fprintln(s.Err, "deadlocklint: "+note)
	}
	work, err := workDir(p.Dir)
	if err != nil {
		return err
	}
	if err := inModule(ctx, work, p.Packages); err != nil {
		return err
	}
	pl, err := newPipeline(ctx, s, p.Own, work)
	if err != nil {
		return err
	}
	defer pl.close()
	err = since(ctx, p.NewFrom, work, pl.out, func(dir string, errs io.Writer) ([]report.Finding, error) {
		return testedAt(ctx, p, dir, errs)
	})
	if err != nil {
		return err
	}
	if err := pl.goTest(ctx, p); err != nil {
		return err
	}
	return pl.finish(ctx)
}

// testedAt returns what the same tests and checks find in another directory,
// without confirming anything.
func testedAt(ctx context.Context, p testflags.Parsed, dir string, errs io.Writer) ([]report.Finding, error) {
	p.Own = testflags.Own{NoStatic: p.NoStatic, NoCondvar: p.NoCondvar, Memory: p.Memory}
	pl, err := newPipeline(ctx, Streams{Out: io.Discard, Err: errs}, p.Own, dir)
	if err != nil {
		return nil, err
	}
	defer pl.close()
	return pl.predicted(ctx, pl.goTest(ctx, p), errs)
}

// goTest runs the tests with the recorder on. Failing tests do not end the
// session: what they recorded counts.
func (pl *pipeline) goTest(ctx context.Context, p testflags.Parsed) error {
	if err := pl.prepareTests(ctx, &p); err != nil {
		return err
	}
	if !pl.NoStatic {
		pl.staticCandidates(ctx, staticRun{dir: pl.work, patterns: p.Packages, tests: true, flags: p.List()})
	}
	if !pl.NoCondvar {
		if err := pl.watchConditions(ctx, &p); err != nil {
			return err
		}
	}
	calls, err := watchProtocols(ctx, pl.session, &p)
	if err != nil {
		return err
	}
	pl.calls = calls
	return pl.recordTests(ctx, p)
}
