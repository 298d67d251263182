package runner

import (
	"context"
	"errors"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
)

// A Forced has the outcome of the runs of a test in which goroutines stopped at the
// breakpoints of a plan.
type Forced struct {
	Runs    int
	Met     int    // of these, in which the error was there
	Why     string // why there were none or fewer, "" for no reason
	spoiled bool   // a run ended in a deadlock that needed what runs before have left
}

// forcedApart is how many runs of a plan get a process each, at most, when a deadlock needed the
// runs before.
const forcedApart = 20

// Force makes runs of a test in which goroutines stop at the breakpoints of a plan, until they
// wait for each other. A run that ends in a deadlock is made again with the recorder on, as the first run of a process. The deadlock may
// depend on state that earlier runs left. Then some more runs follow, each in a process of its
// own.
func Force(ctx context.Context, m Machine, opt explorer.Options) (*Forced, error) {
	f := &Forced{}
	again, err := f.force(ctx, m, StageAsked, opt)
	if err == nil && !again && f.spoiled && ctx.Err() == nil {
		opt.Isolate, opt.Runs = boundary.IsolatedState, min(opt.Runs, forcedApart)
		if again, err = f.force(ctx, m, StageApart, opt); !again && f.Why == "" {
			f.Why = "its goroutines wait for each other only after other runs in one process"
		}
	}
	return f, err
}

// force makes runs, and reports whether one ended in a deadlock that happened again.
func (f *Forced) force(ctx context.Context, m Machine, stage Stage, opt explorer.Options) (again bool, err error) {
	l := limitOf(time.Now(), opt.Time)
	list, err := m.Explore(ctx, stage, nil, opt)
	if err != nil {
		return false, err
	}
	for _, r := range list {
		f.Runs += r.Runs
		f.Met += r.Met
		for i := range r.Endings {
			if e := &r.Endings[i]; e.IsForced() {
				err = errors.Join(err, recordSmaller(ctx, m, stage, r, e, l, true))
				again = again || e.Seen != nil && e.Seen.Again
			}
		}
		f.spoiled = f.spoiled || r.IsSpoiled()
		switch {
		case r.Fails:
			f.Why = "the test fails under the base schedule"
		case r.Stop == explorer.StopStall, r.Stop == explorer.StopTime:
			f.Why = "a run made no step"
		}
	}
	return again, err
}
