package confirm

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/pauses"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// DefaultTurnPause is the longest pause of a goroutine that waits for its turn. It is short
// since a plan may pause many objects of a type, and is about one.
const DefaultTurnPause = 500 * time.Millisecond

// An OrderedRun is a run in which calls were made to wait for their turn. What
// became of the calls is in its traces.
type OrderedRun struct {
	Outcome
	TimedOut  bool // it was stopped at its cap
	TimeLimit TimeLimit
	Stats     Stats
	Blocked   []BlockedGoroutine // for ever, when a test or the run ended
	Deadlock  string             // Go's own account of goroutines in a deadlock that ended the run, "" for none
	EndedBy   []Timer            // as in Run
	Output    string             // the first lines that it wrote, of both outputs

	// Of a run under a schedule.
	End        boundary.End // 0 where the run ended its process, or did not end
	Goroutines int          // that the run had
}

// RunInOrder runs a target with a plan that has calls: Algorithm 11, with the calls
// of a typestate violation as breakpoints. An empty plan leaves the order of the run free.
// The run is recorded as well as steered, so its trace tells what happened. tests are the
// tests to run, and none means all. RunInOrder calls visit with the name of each trace, and then
// removes the trace.
func RunInOrder(ctx context.Context, dir string, t *record.Target, tests []string, plan *pauses.Plan, opt Options, try int, visit func(name string) error) (*OrderedRun, error) {
	if opt.Pause == 0 {
		opt.Pause = DefaultTurnPause
	}
	env := []string{boundary.EnvMode + "=" + strconv.Itoa(boundary.ModeRecord|boundary.ModeAgent), boundary.EnvTag + "=" + t.ID, boundary.EnvBlocked + "=1"}
	if opt.Calls {
		env = append(env, boundary.EnvCalls+"=1")
	}
	run, heard := &OrderedRun{}, &outputReader{}
	e, err := runPlan(ctx, dir, t, opt.args(t, tests), plan, opt, try, env, heard, func(dir string) error { return run.read(dir, visit) })
	if err != nil {
		return nil, err
	}
	run.Outcome, run.TimedOut = heard.end(e.status, run.Stats.Failed > 0), e.timedOut
	run.TimeLimit, run.Output = e.cap, heard.output()
	return run, nil
}

// read takes in the files that the processes of the run left.
func (r *OrderedRun) read(dir string, visit func(name string) error) error {
	var stats Run
	if err := stats.read(dir, &pauses.Plan{}); err != nil {
		return err
	}
	r.Stats, r.Blocked, r.EndedBy = stats.Stats, stats.Blocked, stats.EndedBy
	switch {
	case stats.Verdict != nil:
		r.Deadlock = stats.Verdict.CycleStacks()
	case stats.Quiescence != nil:
		r.Deadlock = stats.Quiescence.Dump
	}
	names, err := record.Traces(dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := visit(name); err != nil {
			return fmt.Errorf("cannot read what a confirming run recorded: %w; try again", err)
		}
	}
	return nil
}
