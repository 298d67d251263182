package run

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/module"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/replay"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/static"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/internal/goenv"
	"github.com/deadlocklint/deadlocklint/internal/regular"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// defaultStrategy is that of explore.
const defaultStrategy = "auto"

// Explore is "deadlocklint explore": each test is run under many schedules. The runs
// that end badly are repeated with the recorder on. The recordings are reported as test
// reports them.
func Explore(ctx context.Context, s command.Streams, args []string) error {
	p, err := testflags.Parse(flags.Explore, args)
	if err != nil {
		return command.HelpOr("explore", err)
	}
	if err := within(&p); err != nil {
		return command.Usage(err)
	}
	if err := checkFiles(&p); err != nil {
		return command.Usage(err)
	}
	if p.Merge {
		return merge(ctx, s, &p)
	}
	if p.Interactive {
		return interact(ctx, s, &p)
	}
	opt, err := explorerOptions(&p)
	if err != nil {
		return command.Usage(err)
	}
	pl, err := testPipeline(ctx, s, &p)
	if err != nil {
		return err
	}
	defer pl.Close()
	pl.Explore = opt
	if err := pl.exploreTests(ctx, p); err != nil {
		return pl.without(err)
	}
	return pl.Finish(ctx)
}

// exploreTests builds the tests, and makes the runs.
func (pl *pipeline) exploreTests(ctx context.Context, p testflags.CommandLine) error {
	if err := pl.PrepareTests(&p); err != nil {
		return err
	}
	if p.Is("race") { // perhaps in GOFLAGS
		return command.Usage(errors.New("explore runs one goroutine at a time, where the race detector sees less; leave -race out, or use deadlocklint test -race"))
	}
	pl.source = &static.Options{Dir: pl.Work, Patterns: p.Packages, Tests: true, Flags: p.List(), Lists: pl.Lists}
	if err := pl.findImpact(ctx, &p); err != nil {
		return err
	}
	if err := errors.Join(pl.beginFile(&p), pl.beginSets(&p)); err != nil {
		return err
	}
	return pl.RecordTests(ctx, p)
}

// within refuses flags that explore -merge and explore -i do not have.
func within(p *testflags.CommandLine) error {
	switch {
	case p.Merge:
		return p.Within(flags.Merge)
	case p.Interactive:
		return p.Within(flags.Step)
	}
	return nil
}

// explorerOptions are the options of the exploration. Flags that
// confirming runs have too are taken from their options.
func explorerOptions(p *testflags.CommandLine) (*explorer.Options, error) {
	name, err := strategyOf(p)
	if err != nil {
		return nil, err
	}
	text := fmt.Sprintf("strategy=%s seed=%d shards=%d shard=%d", name, p.Seed, p.Shards, p.Shard)
	if p.Early {
		text += " early=1"
	}
	if p.Bounded {
		text += fmt.Sprintf(" depth=%d", p.Bound)
	}
	if p.Memory && (name == "causal" || name == "causal-fast") {
		text += " values=1"
	}
	config, complaint := explore.Parse(text)
	if complaint != "" {
		return nil, fmt.Errorf("-x strategy=%s: %s", name, complaint)
	}
	if p.Bounded && !config.HasBound() {
		return nil, fmt.Errorf("strategy %s has no bound; leave -x bound out, or use icb", config.Strategy)
	}
	if p.Sets != "" && config.Strategy != strategyHapset {
		return nil, errors.New("the parameter sets is of strategy hapset; write -x strategy=hapset, or leave -x sets out")
	}
	opt := &explorer.Options{Strategy: config.String(), Seed: p.Seed, Runs: p.Runs, Time: p.Time, Shard: p.Shard, Shards: p.Shards}
	// Conditions are not recorded, and nothing is confirmed: each finding has happened.
	p.Tries, p.Time, p.NoCondvar, p.NoStatic = 0, session.DefaultTime, true, true
	return opt, nil
}

// fromCheckout has what a replay of a run executes, to be allowed as that of a confirmed
// finding is: the file may be of another user.
func fromCheckout(s *explorer.Schedule, root string) *schedule.Schedule {
	return &schedule.Schedule{
		Module: module.Path(root), Package: s.Package, Test: true, Dir: s.Dir, Replay: schedule.Build{Kind: schedule.KindTest, Build: s.Build},
	}
}

// Replay is "deadlocklint replay": it makes the choices of a schedule of explore again, and
// leaves the plan of a confirming run to package replay.
func Replay(ctx context.Context, s command.Streams, args []string) error {
	own, rest, err := flags.Parse(flags.Replay, args)
	if err != nil {
		return command.HelpOr("replay", err)
	}
	if len(rest) != 1 {
		return command.Usage(errors.New("which schedule? say deadlocklint replay FILE"))
	}
	b, err := regular.Read(rest[0], regular.Limit)
	if err != nil || !explorer.IsSchedule(b) {
		return replay.Run(ctx, s, own, rest[0])
	}
	sched, err := explorer.ParseSchedule(b)
	if err != nil {
		return fmt.Errorf("%s: %w", rest[0], err)
	}
	own.NoCondvar, own.NoStatic, own.Tries, own.Time = true, true, 0, session.DefaultTime
	env := goenv.Read(ctx, own.Chdir)
	pl, err := NewPipeline(ctx, s, own, env)
	if err != nil {
		return err
	}
	defer pl.Close()
	if err := fromCheckout(sched, pl.Root()).Allow(s.Err, rest[0], own.Trust); err != nil {
		return err
	}
	pl.Explore, pl.again = &explorer.Options{}, sched.Finding
	pl.source = &static.Options{Dir: filepath.Join(pl.Root(), sched.Dir), Patterns: []string{"."}, Tests: true, Flags: session.LoadFlags(sched.Build), Lists: pl.Lists}
	seen, err := pl.RepeatSchedule(ctx, sched)
	if err != nil {
		return err
	}
	if seen.Differs != "" {
		return fmt.Errorf("%s went another way than in the schedule: %s; the program or its input has changed, so make a new schedule with deadlocklint explore", sched.Test, seen.Differs)
	}
	return pl.finishReplay(ctx, sched.Test, seen)
}

// finishReplay reports a run that was made again.
func (pl *pipeline) finishReplay(ctx context.Context, test string, seen *explorer.Repetition) error {
	s := pl.Streams
	if seen.Exit != 0 && seen.Exit != explorer.ExitDeadlock && (seen.Failed || !seen.Ended) { // else other runs failed
		pl.Progress.Done()
		fmt.Fprintf(s.Err, "deadlocklint: under this schedule %s fails, and its process ends with exit status %d\n", test, seen.Exit)
		return command.Exit(report.ExitFailed)
	}
	if seen.Stacks != "" {
		pl.Progress.Done()
		fmt.Fprintf(s.Err, "deadlocklint: under this schedule %s does not end within %d steps\n", test, explorer.MaxSteps)
		return command.Exit(report.ExitFindings)
	}
	return pl.Finish(ctx)
}
