package cycles

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/ending"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/purse"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/steer"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// Bounds of the forced runs of a candidate.
const (
	forcedPart = 3               // of the processor time for confirming runs, one part of so many
	forcedRuns = 100             // schedules, of each of the two ways
	forcedTime = 3 * time.Second // for each of them; time in which the process waits for a processor does not count
)

// A forcing tries a candidate again that the pauses of confirming runs did not reach: Algorithm
// 11 of the thesis, with the scheduler of an exploration. It stops goroutines at the same
// breakpoints, and chooses the goroutine that goes on. A deadlock there is made again with the recorder on.
// That recording, in the session, gives the finding.
type forcing struct {
	session   *session.Session
	purse     purse.Purse
	candidate *predict.Candidate
	id        string // of its finding
	runs, met int
	why       string // why none were made or fewer, "" for no reason
}

// run makes the schedules. The breakpoints are places, at which goroutines may wait for each other with
// other locks than the candidate's. When that is all that came of them, a lock at a
// breakpoint has to be of the candidate's allocation as well.
func (f *forcing) run(ctx context.Context, deadline time.Time) error {
	if err := os.MkdirAll(f.session.Dir, 0o700); err != nil {
		return fmt.Errorf("cannot force an order: %w; free some space or set TMPDIR", err)
	}
	for _, abs := range []trace.Abstraction{trace.AbsTrivial, trace.AbsSite} {
		plan, err := f.candidate.Plan(abs, true, true)
		if err != nil || plan.NChans > 0 {
			return nil // channels that are locks are known to confirming runs alone
		}
		for i := range plan.Edges[:plan.N] {
			plan.Edges[i].G = 0 // the circle has other goroutines by itself
		}
		met, err := f.force(ctx, plan.Format(), plan.N, deadline)
		if err != nil || met == 0 || f.why != "" {
			return err
		}
		if happened, err := f.happened(ctx); err != nil || happened {
			return err
		}
	}
	return nil
}

// force makes the schedules of a plan with so many breakpoints, and returns how many met. When none comes to the deadlock,
// short timers may fire early while a goroutine is stopped, as in a pause.
func (f *forcing) force(ctx context.Context, plan []byte, edges int, deadline time.Time) (met int, err error) {
	test, _, _ := strings.Cut(f.candidate.Tests[0], "/")
	opt := *f.session.Explore
	plain := config.Config{Strategy: "breakpoints", Seed: opt.Seed, Settings: steer.Breakpoints{Edges: edges}}
	early := plain
	early.Early = true
	for _, config := range explorer.WithinStall(f.session.EarlyMax, []config.Config{plain, early}) {
		opt.Config, opt.Runs, opt.Served, opt.Quiet = config, forcedRuns, forcedTime, 0
		if !deadline.IsZero() {
			opt.Time = time.Until(deadline)
		}
		opt.Over, opt.Served = f.purse.IsOver, min(opt.Served, f.purse.Left())
		if opt.Time < 0 || ctx.Err() != nil || f.purse.IsOver() {
			return met, nil
		}
		made, err := f.session.Force(ctx, f.candidate.Target, test, plan, opt)
		if err != nil {
			return met, err
		}
		met += made.Met
		f.runs, f.met, f.why = f.runs+made.Runs, f.met+made.Met, made.Why
		if met > 0 || f.why != "" {
			return met, nil
		}
	}
	return met, nil
}

// happened reports whether a recording has the deadlock of the candidate. Another one has another id.
func (f *forcing) happened(ctx context.Context) (bool, error) {
	if traces, err := record.Traces(f.session.Dir); err != nil || len(traces) == 0 {
		return false, err
	}
	p, err := predict.Predict(ctx, f.session.Dir, predict.Options{}, func(int, int) {})
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(p.Findings, func(o *predict.Finding) bool {
		return o.ID == f.id && o.Status == lockgraph.Manifest
	}), nil
}

// word says what came of the schedules, "" when there were none. nor is the word before a failure.
func (f *forcing) word(nor string) string {
	switch {
	case f == nil:
		return ""
	case f.why != "":
		return nor + " forced by schedules: " + f.why
	case f.met > 0:
		return fmt.Sprintf("under %d of %s goroutines met at these places, and this deadlock did not come of it", f.met, ending.Schedules(f.runs))
	case f.runs > 0:
		return nor + " under " + ending.Schedules(f.runs) + " that stop its goroutines at these places"
	}
	return ""
}
