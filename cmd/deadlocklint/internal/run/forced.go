package run

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// Bounds of what is forced for a candidate.
const (
	forcedRuns = 100             // schedules, of each of the two ways
	forcedTime = 3 * time.Second // for each of them
)

// force tries a candidate again that the pauses of confirming runs did not reach: Algorithm 11
// of the thesis, with the scheduler of an exploration. It stops goroutines at the same
// breakpoints, and chooses who goes on. A deadlock there is made again with the recorder on.
// That recording gives the finding: see [pipeline.schedules].
//
// When no run comes to the deadlock, short timers may fire early while a goroutine is stopped.
func (c *claim) force(ctx context.Context, deadline time.Time) error {
	cand := c.forceable()
	if cand == nil || !c.pipeline.concurrent {
		return nil
	}
	sub := c.pipeline.exploring()
	if err := os.MkdirAll(sub.Dir, 0o700); err != nil {
		return fmt.Errorf("cannot force an order: %w; free some space or set TMPDIR", err)
	}
	plan, err := cand.Plan(trace.AbsTrivial, true, true)
	if err != nil || plan.NChans > 0 {
		return nil // channels that are locks are known to confirming runs alone
	}
	for _, early := range []bool{false, true} {
		opt := *sub.Explore
		config := explore.Config{Strategy: "breakpoints", Seed: opt.Seed, Edges: plan.N, Early: early}
		opt.Strategy, opt.Runs, opt.Time, opt.Quiet = config.String(), forcedRuns, forcedTime, 0
		if !deadline.IsZero() {
			opt.Time = min(opt.Time, time.Until(deadline))
		}
		if opt.Time <= 0 || ctx.Err() != nil {
			return nil
		}
		f, err := sub.Force(ctx, cand.Target, topLevel(cand.Tests[0]), plan.Format(), opt)
		if err != nil {
			return err
		}
		c.byEngine, c.pipeline.forced = append(c.byEngine, f), true
		if f.Met > 0 || f.Why != "" {
			return nil
		}
	}
	return nil
}

// forceable is the candidate to force: the first one that was tried in a test; nil for none.
func (c *claim) forceable() *predict.Candidate {
	if c.tries == 0 || c.result != nil && c.result.Confirmed {
		return nil
	}
	for _, cand := range c.found.Candidates {
		if worthForcing(cand) && cand.Target.Test && len(cand.Tests) == 1 && !cand.Spins {
			return cand
		}
	}
	return nil
}

// forcedWord says what came of the runs that were forced, "" when there were none.
func (c *claim) forcedWord() string {
	runs, met := 0, 0
	for _, f := range c.byEngine {
		if f.Why != "" {
			return "nor was it forced by schedules: " + f.Why
		}
		runs, met = runs+f.Runs, met+f.Met
	}
	switch {
	case runs == 0:
		return ""
	case met > 0:
		return fmt.Sprintf("under %d of %s its goroutines stood at these places, and went on", met, schedules(runs))
	}
	return "nor under " + schedules(runs) + " that stop its goroutines at these places"
}

func topLevel(test string) string {
	name, _, _ := strings.Cut(test, "/")
	return name
}
