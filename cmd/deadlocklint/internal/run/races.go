package run

import (
	"context"
	"errors"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/races"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/internal/load"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Races is "deadlocklint races". Runs of each test are recorded with their accesses of
// memory, and races are predicted from them. Each order of a race is made to happen, and
// the effect on the test is compared with the recorded run.
func Races(ctx context.Context, s command.Streams, args []string) error {
	p, err := testflags.Parse(flags.Races, args)
	if err != nil {
		return command.HelpOr("races", err)
	}
	if p.Is("race") {
		return errRaceOfRaces
	}
	runs, limit := p.Tries, p.Time
	p.Time = session.DefaultTime
	p.Memory, p.NoCondvar, p.NoStatic, p.NoLeaks, p.Tries = true, true, true, true, 0
	pl, err := testPipeline(ctx, s, &p)
	if err != nil {
		return err
	}
	defer pl.Close()
	pl.Explore, pl.Session.Races = &explorer.Options{Seed: p.Seed, Runs: runs, Time: limit, Stall: explorer.StallSetting(p.EarlyMax)}, true
	err = pl.PrepareTests(&p)
	switch {
	case err != nil:
	case p.Is("race"): // in GOFLAGS
		err = errRaceOfRaces
	default:
		err = pl.RecordTests(ctx, p)
	}
	if err != nil {
		return pl.without(err)
	}
	return pl.reportRaces(ctx, p)
}

var errRaceOfRaces = command.Usage(errors.New("races looks at memory itself, where the race detector would be in its place; leave -race out"))

// reportRaces words what was found.
func (pl *pipeline) reportRaces(ctx context.Context, p testflags.CommandLine) error {
	found, err := pl.FoundRaces()
	if err != nil {
		return err
	}
	w, err := races.New(pl.Session, func() ([]*packages.Package, error) {
		_, all, err := load.Program(ctx, load.Options{Dir: pl.Work, Patterns: p.Packages, Tests: true, Flags: p.List(), Lists: pl.Lists})
		return all, err
	})
	if err != nil {
		return err
	}
	stats := report.Stats{Limits: []string{}, Damaged: []string{}, Unseen: []string{}, Tests: len(found)}
	for _, f := range found {
		pl.Ran = append(pl.Ran, f.Test)
		w.Found(f, &stats)
	}
	findings := w.Findings(&stats)
	if err := pl.tellUnrun(&stats, len(found) == 0 && pl.Explore.Time == 0 && ctx.Err() == nil); err != nil {
		return err
	}
	w.TellBlocks()
	if ctx.Err() != nil {
		stats.Damaged = append(stats.Damaged, "the tests that follow were not looked at")
	}
	slices.Sort(pl.Ran)
	return pl.Report(findings, stats)
}
