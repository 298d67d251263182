package run

import (
	"context"
	"errors"
	"fmt"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/static"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/auto"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/causal"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
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
	if err := errors.Join(checkFiles(&p), checkDrive(&p)); err != nil {
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
	explore := pl.exploreTests
	if p.Drive {
		explore = pl.driveAll
	}
	if err := explore(ctx, p); err != nil {
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
	c, err := strategyOf(p)
	if err != nil {
		return nil, err
	}
	c.Seed, c.Shard, c.Shards, c.Early = p.Seed, p.Shard, p.Shards, p.Early
	if p.Early && p.EarlyMax == 0 {
		return nil, errors.New("-early lets timers fire early, and -early-max=0 none; leave one of them out")
	}
	switch c.Settings.(type) {
	case auto.Settings:
		if !p.Early && p.EarlyMax > 0 {
			c.Settings = auto.Settings{Ways: auto.WaysUntimed}
		}
	case causal.Settings:
		c.Settings = causal.Settings{Values: p.Memory}
	}
	if p.EarlyMax > 0 {
		explore.Within(&c, explorer.StallSetting(p.EarlyMax))
	}
	if p.Bounded && !explore.HasBound(&c) {
		return nil, fmt.Errorf("strategy %s has no bound; leave -x bound out, or use icb", c.Strategy)
	}
	if p.Bounded {
		c.Depth = p.Bound
	}
	if complaint := explore.Complaint(&c); complaint != "" {
		return nil, fmt.Errorf("-x strategy=%s: %s", c.Strategy, complaint)
	}
	if p.Sets != "" && c.Strategy != strategyHapset {
		return nil, errors.New("the parameter sets is of strategy hapset; write -x strategy=hapset, or leave -x sets out")
	}
	opt := &explorer.Options{Config: c, Seed: p.Seed, Runs: p.Runs, First: p.StopFirst, Time: p.Time, Shard: p.Shard, Shards: p.Shards}
	// Conditions are not recorded, and nothing is confirmed: each finding has happened.
	p.Tries, p.Time, p.NoCondvar, p.NoStatic = 0, session.DefaultTime, true, true
	return opt, nil
}
