package run

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// flowPart is the part of the budget in which further runs are recorded, at most.
const flowPart = 20

// furtherRuns are the runs of a test that are recorded beside the first one, for their control
// flow. In one each new goroutine goes first. In two, timers fire although goroutines can go on,
// which leads to the branch behind a timeout. In one the choices are drawn.
func furtherRuns(seed uint64) []explore.Config {
	return []explore.Config{
		{Strategy: "newest"},
		{Strategy: "oldest", Early: true},
		{Strategy: "newest", Early: true},
		{Strategy: "drawn", Seed: seed},
	}
}

// recordFlows records further runs of the concurrent tests, and returns where they are: "" for
// none. Each takes two short processes, one to find its choices and one to record them.
func (pl *pipeline) recordFlows(ctx context.Context, tests []predict.Concurrent, deadline time.Time, stats *report.Stats) (string, error) {
	tests = slices.DeleteFunc(slices.Clone(tests), func(c predict.Concurrent) bool { return c.Target == nil || !c.Target.Test })
	if len(tests) == 0 || !pl.explores() {
		return "", nil
	}
	dir := filepath.Join(pl.Dir, "flows")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	var end time.Time
	if end = deadline; pl.Budget > 0 {
		if part := time.Now().Add(pl.Budget / flowPart); part.Before(deadline) {
			end = part
		}
	}
	for i, c := range tests {
		if stopped(ctx, end) != "" {
			stats.Limits = append(stats.Limits, fmt.Sprintf("%d concurrent tests have trace programs of one recording alone: the time for further recordings was spent, which is a part of -budget", len(tests)-i))
			break
		}
		pl.Progress.Say("recording other control flows, %d of %d: %s", i+1, len(tests), c.Test)
		if err := pl.recordFlowsOf(ctx, dir, c); err != nil {
			return "", err
		}
	}
	return dir, nil
}

// recordFlowsOf records further runs of one test.
func (pl *pipeline) recordFlowsOf(ctx context.Context, dir string, c predict.Concurrent) error {
	t := *c.Target
	t.Env = append(slices.Clone(t.Env), explorer.Plain)
	for i, config := range furtherRuns(pl.Seed) {
		work := filepath.Join(dir, fmt.Sprintf("%s.%d.%s", t.ID, i, explorer.FileName(c.Test)))
		e, err := explorer.RunOf(ctx, &t, work, c.Test, config)
		if err != nil {
			return err
		}
		if e == nil || ctx.Err() != nil {
			continue
		}
		watched := t
		watched.Env = slices.Concat(t.Env, pl.ConditionsEnv())
		if _, err := explorer.Repeat(ctx, &watched, dir, c.Test, e, io.Discard); err != nil {
			return err
		}
	}
	return nil
}
