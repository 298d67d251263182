package stalls

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/purse"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
)

// flowPart is the part of the budget in which further runs are recorded, at most.
const flowPart = 20

// furtherRuns are the runs of a test that are recorded beside the first one, for their control
// flow. In one each new goroutine goes first. In three, timers fire although goroutines can go
// on, which leads to the branch after a timeout; in one of them, timers of any length. In one
// the choices are drawn.
func furtherRuns(seed uint64, bound time.Duration) []config.Config {
	return explorer.WithinStall(bound, []config.Config{
		{Strategy: "newest"},
		{Strategy: "oldest", Early: true},
		{Strategy: "newest", Early: true},
		{Strategy: "oldest", Early: true, Far: true},
		{Strategy: "drawn", Seed: seed},
	})
}

// A flowRecorder records further runs of tests in a directory of its own.
type flowRecorder struct {
	*session.Session
	dir   string
	purse purse.Purse
}

// record records further runs of the tests until its part of the budget is over, or the deadline,
// and returns the tests that it left out. Each run takes two short processes, one to find its
// choices and one to record them.
func (r *flowRecorder) record(ctx context.Context, tests []predict.ConcurrentTest, deadline time.Time) (left []predict.ConcurrentTest, err error) {
	if err := os.MkdirAll(r.dir, 0o700); err != nil {
		return nil, fmt.Errorf("cannot record other control flows: %w; free some space or set TMPDIR", err)
	}
	end := deadline
	if part := time.Now().Add(r.Time / flowPart); r.Time > 0 && part.Before(deadline) {
		end = part
	}
	for i, c := range tests {
		if ctx.Err() != nil || r.purse.IsOver() || !end.IsZero() && time.Now().After(end) {
			return append(left, tests[i:]...), nil
		}
		if c.Target == nil || !c.Target.Test || !c.Contends { // trace programs have no atomics
			continue
		}
		r.Progress.Say("recording other control flows, %d of %d: %s", i+1, len(tests), c.Test)
		whole, err := r.recordOne(ctx, c, end)
		if err != nil {
			return nil, err
		}
		if !whole { // on a busy machine there may be processor time for the others
			left = append(left, c)
		}
	}
	return left, nil
}

// recordOne records further runs of one test, and reports whether there was time for them. A test whose run makes no step has
// no others.
func (r *flowRecorder) recordOne(ctx context.Context, c predict.ConcurrentTest, end time.Time) (whole bool, err error) {
	t := *c.Target
	t.Env = append(slices.Clone(t.Env), explorer.EnvNoMemoryPoints)
	for i, config := range furtherRuns(r.Seed, r.EarlyMax) {
		work := filepath.Join(r.dir, fmt.Sprintf("%s.%d.%s", t.ID, i, explorer.FileName(c.Test)))
		if r.purse.IsOver() {
			return false, nil
		}
		e, stop, err := explorer.RunOf(ctx, &t, work, c.Test, config, r.within(end))
		if err != nil || stop == explorer.StopStall || stop == explorer.StopTime {
			return stop != explorer.StopTime, err
		}
		if e == nil || ctx.Err() != nil {
			continue
		}
		watched := t
		watched.Env = slices.Concat(t.Env, r.ConditionsEnv())
		if _, err := explorer.Repeat(ctx, &watched, r.dir, c.Test, e, io.Discard); err != nil {
			return false, err
		}
	}
	return true, nil
}

// within is how long a run may take, 0 for without limit. One goroutine runs at a time, so a run that takes no longer spends
// no more processor time either.
func (r *flowRecorder) within(end time.Time) time.Duration {
	left := r.purse.Left()
	if !end.IsZero() {
		left = min(left, time.Until(end))
	}
	if left == math.MaxInt64 {
		return 0
	}
	return max(left, 1)
}
