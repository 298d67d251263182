package run

import (
	"context"
	"fmt"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/candidate"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/cause"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/purse"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A finishing is a pipeline on its way from the recording to the report.
type finishing struct {
	*pipeline
	predicted *predict.Prediction
	findings  []report.Finding
	stats     report.Stats
	bounds    candidate.Bounds         // of the present stage
	forced    bool                     // runs were forced for a candidate, and may have left recordings
	timed     []predict.ConcurrentTest // explored tests that use the clock
	results   []*explorer.Result       // of the tests of an exploration
}

// Finish predicts, confirms and reports, and returns the exit status as an error. An error in one stage
// is told, and the others go on with the findings so far. After an interrupt no stage runs the program.
func (pl *pipeline) Finish(ctx context.Context) error {
	ctx, stop := pl.AfterInterrupt(ctx)
	defer stop()
	boundMemory()
	f := &finishing{pipeline: pl, predicted: predict.Nothing()}
	f.bounds.Deadline = pl.Deadline()
	ctx, whole := purse.Open(ctx, pl.Dir, !pl.IsGiven("time") && pl.Time > 0)
	for _, stage := range []struct {
		run  func(context.Context) error
		part int // of the processor time that the stages before have left
	}{{f.predict, 2}, {f.confirm, 2}, {f.failing, 1}, {f.explore, 2}, {f.search, 2}, {f.fireEarly, 1}, {f.follow, 1}} {
		f.bounds.Purse = whole.Part(stage.part)
		f.told(ctx, stage.run(ctx))
	}
	return f.report(ctx)
}

// told says what went wrong in a stage. After an interrupt that is no news.
func (f *finishing) told(ctx context.Context, err error) {
	if err == nil || ctx.Err() != nil {
		return
	}
	fmt.Fprintln(f.Streams.Err, "deadlocklint:", err)
	f.Failures = append(f.Failures, err.Error())
	f.stats.Incomplete = true
}

// readAfterInterrupt is the time in which a recording is read that was interrupted.
const readAfterInterrupt = 10 * time.Second

// unlessInterrupted is a context for reading what there is: an interrupt before has not cancelled it.
func unlessInterrupted(ctx context.Context) (context.Context, context.CancelFunc) {
	if ctx.Err() == nil {
		return context.WithCancel(ctx)
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	timer := time.AfterFunc(readAfterInterrupt, cancel)
	return ctx, func() { timer.Stop(); cancel() }
}

// predict reads what was recorded. An exploration in which every run ended well has
// recorded nothing.
func (f *finishing) predict(ctx context.Context) error {
	f.Progress.Say("reading the recording")
	if traces, err := record.Traces(f.Dir); f.Explore != nil && err == nil && len(traces) == 0 {
		return nil
	}
	ctx, stop := unlessInterrupted(ctx)
	defer stop()
	within, enough := ctx, context.CancelFunc(func() {})
	if f.Explore == nil { // the endings of schedules are few, and each deadlock among them counts
		within, enough = f.bounds.Purse.Within(ctx)
	}
	defer enough()
	p, err := predict.Predict(within, f.Dir, predict.Options{Time: f.predictTime(), PerProcess: f.Explore != nil, From: &f.Programs}, func(done, total int) {
		if total > 1 {
			f.Progress.Say("predicting: %d of %d processes", done, total)
		}
	})
	if err != nil {
		return err
	}
	f.predicted, f.Ran, f.stats.Incomplete = p, p.Stats.Ran, p.Incomplete
	for _, name := range p.Unknown {
		if f.Tries > 0 {
			f.LeftOut("candidates are not tried", fmt.Errorf("%s: the file about its program was removed; record again", name))
		}
	}
	f.nameExplored(ctx, p)
	return nil
}

// confirm adds the candidates, with the verdicts of confirming runs, and the deadlocks in which recorded runs ended.
func (f *finishing) confirm(ctx context.Context) error {
	incomplete := f.stats.Incomplete
	f.findings, f.stats, f.forced = f.confirmAll(ctx, f.predicted, f.bounds.Until(f.beforeExploring(f.beforeSearch(f.bounds.Deadline))))
	f.stats.Incomplete = incomplete
	f.findings = append(f.findings, f.blocked.Met(f.predicted, f.findings)...)
	f.findings = append(f.findings, f.blocked.Left(f.predicted, f.findings)...)
	return nil
}

// failing adds the failing schedules of an exploration.
func (f *finishing) failing(context.Context) error {
	if f.Explore == nil {
		return nil
	}
	more, results, err := f.failures()
	f.findings, f.results = append(f.findings, more...), results
	return err
}

// explore runs the concurrent tests under other schedules.
func (f *finishing) explore(ctx context.Context) error {
	found, err := f.schedules(ctx, f.predicted, f.findings, f.forced, f.bounds.Until(f.beforeSearch(f.bounds.Deadline)))
	session.LeaveOut(ctx, &f.stats, found.left, "other schedules than the recorded one", "run deadlocklint explore")
	session.LeaveOut(ctx, &f.stats, found.cut, "further schedules", "run deadlocklint explore")
	f.findings, f.timed = cause.Unique(append(f.findings, found.findings...)), found.timed
	return err
}

// search checks trace programs.
func (f *finishing) search(ctx context.Context) error {
	if f.NoCondvar || f.only != "" && !f.showsByWait() && len(f.findings) > 0 {
		return nil
	}
	more, err := f.stall(ctx, f.predicted.ConcurrentTests, f.findings, f.bounds, &f.stats)
	f.findings = append(cause.WithoutTold(f.findings, more), more...)
	return err
}

// fireEarly explores with timers that fire early.
func (f *finishing) fireEarly(ctx context.Context) error {
	found, err := f.early(ctx, f.timed, f.findings, f.bounds, &f.stats)
	f.findings = cause.Unique(append(f.findings, found...))
	return err
}

// follow checks protocols, and joins the static findings with those of runs.
func (f *finishing) follow(ctx context.Context) error {
	violations, err := f.checkProtocols(ctx, f.bounds, &f.stats)
	f.findings = append(f.join(f.findings, f.predicted.Coverage), violations...)
	return err
}

func (f *finishing) report(ctx context.Context) error {
	switch {
	case f.only != "":
		return f.reportOnly(ctx, f.findings, f.stats)
	case f.driven != nil:
		return f.reportExplored(ctx, f.ofDrivers(append(f.findings, f.raced...)), f.results, f.drivenStats(f.stats))
	case f.Explore != nil:
		return f.reportExplored(ctx, f.ofAccesses(f.findings), f.results, f.stats)
	}
	return f.Report(f.findings, f.stats)
}

// without reports the findings of the static checks when nothing could be recorded.
func (pl *pipeline) without(err error) error {
	return pl.Fail(err, pl.join(nil, predict.Nothing().Coverage))
}
