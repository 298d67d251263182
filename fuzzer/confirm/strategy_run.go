package confirm

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/pauses"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// A StrategyRun says which run of a test is made: that of a strategy, by its number.
type StrategyRun struct {
	Test   string
	Config config.Config
	Run    int
}

// RunByStrategy is RunInOrder for one test: the goroutines of the test run one at a time, as a strategy chooses. So
// the run is the same each time. The calls of a plan are for strategy turns. Timers start functions after the end of the test, too, as
// natively when other tests follow.
//
// A run that neither came to an end nor ended its process has no End.
func RunByStrategy(ctx context.Context, dir string, t *record.Target, s StrategyRun, plan *pauses.Plan, opt Options, visit func(name string) error) (*OrderedRun, error) {
	tmp, err := os.MkdirTemp(dir, "strategy-")
	if err != nil {
		return nil, fmt.Errorf("cannot keep what a run of %s writes: %w; free some space in %s", s.Test, err, dir)
	}
	defer os.RemoveAll(tmp)
	own := *t
	own.Env = append(slices.Clone(t.Env), explorer.EnvNoMemoryPoints, explorer.EnvLateTimers, boundary.EnvBlocked+"=1")
	if opt.Calls {
		own.Env = append(own.Env, boundary.EnvCalls+"=1")
	}
	if plan.NCalls > 0 {
		file := filepath.Join(tmp, "plan")
		if err := os.WriteFile(file, plan.Format(), 0o600); err != nil {
			return nil, fmt.Errorf("cannot force an order in %s: %w; free some space in %s", s.Test, err, dir)
		}
		own.Env = append(own.Env, boundary.EnvPlan+"="+file)
	}
	run, heard := &OrderedRun{TimeLimit: opt.capOf(t)}, &outputReader{}
	made, err := explorer.RecordRun(ctx, &own, tmp, s.Test, s.Config, s.Run, run.TimeLimit.Limit, heard.stream())
	if err != nil {
		return nil, err
	}
	if err := run.read(tmp, visit); err != nil {
		return nil, err
	}
	if run.TimedOut = made.Late; made.Ending != nil {
		run.End, run.Goroutines = made.Ending.End, made.Ending.Goroutines
		if plan.NCalls > 0 && made.Ending.ForcedStep > 0 { // see strategy turns
			run.Stats.Polls++
		}
	}
	run.Outcome, run.Output = heard.end(made.Exit, made.Ending != nil && made.Ending.Failed), heard.output()
	return run, nil
}
