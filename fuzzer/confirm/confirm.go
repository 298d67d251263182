// Package confirm makes predicted deadlocks happen: DeadlockFuzzer (thesis,
// chapter 7) on programs that package record has run before.
//
// A candidate becomes a plan (package pauses). The program runs again with the agent
// reading that plan. The runtime pauses a goroutine that is about to request a lock of
// the candidate, until every goroutine of the cycle is at its breakpoint. Then it lifts
// all pauses.
//
// The runtime looks at the goroutines that Go itself has parked. A cycle of them is the
// verdict when the runtime sees it twice, and no goroutine of the cycle has run in
// between. The runtime writes the verdict with Go's own dump and ends the process. This
// package starts the runs, reads their outputs, and words the verdict.
//
// There are four deviations from Algorithms 9 and 10:
//
//   - Goroutines run in parallel unless the strategy is Serial.
//   - A paused goroutine that waits at its first lock is released before a goroutine
//     that waits at its breakpoint.
//   - Requests for shared mode are released after those for exclusive mode, since only
//     a pending writer makes them block.
//   - checkRealDeadlock (Algorithm 10) looks at the goroutines that the runtime has
//     parked, and not at lock stacks. So it cannot mistake a pause for a deadlock.
//
// No verdict rests on a time: pauses end after a time, deadlocks do not.
package confirm

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/pauses"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A Strategy says how goroutines run in a confirming run.
type Strategy string

// The strategies.
const (
	Parallel Strategy = "parallel" // as ever, but for the pauses: the default
	Serial   Strategy = "serial"   // one at a time, the next one chosen at random at every lock request (Algorithm 8)
)

// Options are how a candidate is confirmed. The zero value is the best
// variant of the thesis: execution index, context and yield, in parallel.
type Options struct {
	Strategy    Strategy
	Abstraction trace.Abstraction // AbsTrivial stands for the default, AbsIndex, unless Trivial is set
	Trivial     bool
	NoContext   bool
	NoYield     bool
	Tries       int           // at most; 0 is DefaultTries
	Pause       time.Duration // longest pause of one goroutine; 0 is the agent's default, 2 s
	Timeout     time.Duration // of one run; 0 is the cap that the target has: see TimeLimitFactor
	Deadline    time.Time     // of all runs together, unless zero: no run begins after it, and a run that it ends does not count
	Over        func() bool   // the same for another limit than a deadline, nil for none: no run begins when it holds
	Stall       time.Duration // for which goroutines stand still while timers fire early, at most; 0 lets none fire early
	Seed        uint64
	All         bool // make all tries even after a confirmation, for measurements
	Calls       bool // methods of the standard library tell of their calls: for RunInOrder
}

// DefaultTries is the default of Options.Tries.
const DefaultTries = 3

// Variants are the five of figure 9.6, by name.
func Variants() map[string]Options {
	return map[string]Options{
		"receivers":  {Abstraction: trace.AbsReceivers},
		"index":      {Abstraction: trace.AbsIndex},
		"trivial":    {Trivial: true},
		"no-context": {Abstraction: trace.AbsIndex, NoContext: true},
		"no-yield":   {Abstraction: trace.AbsIndex, NoYield: true},
	}
}

func (o Options) abstraction() trace.Abstraction {
	switch {
	case o.Trivial:
		return trace.AbsTrivial
	case o.Abstraction == trace.AbsTrivial:
		return trace.AbsIndex
	}
	return o.Abstraction
}

// A Result has the outcome of the runs of one candidate.
type Result struct {
	Confirmed       bool
	Reason          string // one line: the observation, or the step that was never reached
	Runs            []Run
	Plan            *pauses.Plan
	Args            []string // of the last run
	OtherDeadlock   *Run     // a run that ended in another deadlock than the candidate
	DeadlineReached bool     // Options.Deadline came before all tries were made
}

// Confirm tries to make the candidate happen. Runs are kept below dir.
func Confirm(ctx context.Context, dir string, c *predict.Candidate, opt Options) (*Result, error) {
	plan, err := c.Plan(opt.abstraction(), !opt.NoContext, !opt.NoYield)
	if err != nil {
		return &Result{Reason: "not tried: " + err.Error()}, nil
	}
	if c.Target == nil {
		return &Result{Reason: "not tried: the program that was recorded is not known here; record it with deadlocklint test or run"}, nil
	}
	r := &Result{Plan: plan}
	tries := opt.Tries
	if tries == 0 {
		tries = DefaultTries
	}
	disturbed, tests := 0, c.Tests
	for i := 0; i < tries+min(disturbed, tries) && ctx.Err() == nil; i++ {
		if r.DeadlineReached = opt.spent(); r.DeadlineReached {
			break
		}
		if i > 0 && i+1 >= tries && !r.reachedAll() {
			tests = nil // it may need what other tests do, if only that they go on
		}
		r.Args = opt.args(c.Target, tests)
		run, err := RunOnce(ctx, dir, c.Target, r.Args, plan, opt, i)
		if err != nil {
			return nil, err
		}
		if ctx.Err() != nil && run.Verdict == nil {
			break // interrupted: it says nothing
		}
		if r.DeadlineReached = opt.spent() && run.TimedOut && run.Verdict == nil; r.DeadlineReached {
			break
		}
		r.Runs = append(r.Runs, *run)
		if run.Verdict == nil && run.TimedOut && len(tests) < len(c.Tests) {
			break // all tests together take longer than a run may, and would again
		}
		if run.Verdict == nil {
			if run.EndedBy != nil || run.Quiescence == nil && run.Exit != 0 && run.Stats.Open == 0 && run.RescuedBy == nil {
				disturbed++ // a deadline of the program fired in a pause, or the like: it does not count
			}
			continue
		}
		if !run.Verdict.isOf(c, plan) {
			r.OtherDeadlock = run
			continue
		}
		r.Confirmed = true
		if !opt.All {
			break
		}
	}
	r.Reason = r.reason(c)
	return r, nil
}

// spent reports whether the deadline is over.
func (o Options) spent() bool {
	return !o.Deadline.IsZero() && !time.Now().Before(o.Deadline) || o.Over != nil && o.Over()
}

// reachedAll reports whether every breakpoint of the plan was reached in some run.
func (r *Result) reachedAll() bool {
	var sum Stats
	for _, run := range r.Runs {
		sum.add(run.Stats)
	}
	return len(sum.Edges) == r.Plan.N && !slices.ContainsFunc(sum.Edges, func(e boundary.EdgeStats) bool { return e.Reached == 0 })
}

// A Run is one confirming run.
type Run struct {
	Verdict      *Verdict           // nil when no deadlock was seen
	Quiescence   *Quiescence        // nil unless no goroutine could go on; with a plan of locks, beside no cycle of locks
	AfterFailure bool               // the core was blocked, but a failure before may be why
	Blocked      []BlockedGoroutine // for ever, when a test or the run ended; none where it ended in a verdict
	Stats        Stats
	Exit         int
	TimedOut     bool // it was stopped at its cap
	TimeLimit    TimeLimit
	Seconds      float64

	Clock     Clock
	RescuedBy []Timer // one of them woke a goroutine when all stood still; the run went on
	EndedBy   []Timer // one of them ended the process while goroutines stood still: the run does not count

	left []blockedReport // until all files of the run are read
}

// RunOnce runs a target with a plan.
func RunOnce(ctx context.Context, dir string, t *record.Target, args []string, plan *pauses.Plan, opt Options, try int) (*Run, error) {
	run := &Run{}
	start := time.Now()
	e, err := runPlan(ctx, dir, t, args, plan, opt, try, nil, nil, func(tmp string) error {
		run.Seconds = time.Since(start).Seconds()
		return run.read(tmp, plan)
	})
	if err != nil {
		return nil, err
	}
	run.Exit, run.TimedOut, run.TimeLimit = e.status, e.timedOut, e.cap
	return run, nil
}

// A processEnd is how a process ended.
type processEnd struct {
	status   int
	timedOut bool
	cap      TimeLimit
}

// runPlan runs a target with a plan, and with env above the usual environment, and
// has the files of its processes read before these are removed. Their output is heard,
// unless that is nil.
func runPlan(ctx context.Context, dir string, t *record.Target, args []string, plan *pauses.Plan, opt Options, try int, env []string, heard *outputReader, read func(dir string) error) (e processEnd, err error) {
	tmp, err := os.MkdirTemp(dir, "confirm-")
	if err != nil {
		return e, fmt.Errorf("cannot keep what a confirming run writes: %w; free some space in %s", err, dir)
	}
	defer os.RemoveAll(tmp)
	file := filepath.Join(tmp, "plan")
	if err := os.WriteFile(file, plan.Format(), 0o600); err != nil {
		return e, err
	}
	e.cap = opt.capOf(t)
	ctx, look, stop := e.cap.begin(ctx)
	defer stop()
	cmd := t.Command(ctx, args, append(environment(tmp, file, opt, try), env...)...)
	cmd.WaitDelay = 5 * time.Second
	defer record.Group(cmd)()
	stdin, err := t.OpenStdin()
	if err != nil {
		return e, err
	}
	if stdin != nil {
		defer stdin.Close()
		cmd.Stdin = stdin
	}
	var stdout, stderr io.Writer
	if heard != nil {
		stdout, stderr = heard.stream(), heard.stream()
	}
	e.status, err = record.WaitServed(cmd, cmd.Stdin, stdout, stderr, look)
	record.Charge(ctx, cmd.ProcessState)
	e.timedOut, e.cap.BySession = e.cap.reached(ctx)
	if err != nil && ctx.Err() == nil {
		return e, err
	}
	return e, read(tmp)
}

func environment(dir, plan string, opt Options, try int) []string {
	mode := boundary.ModeAgent
	env := []string{boundary.EnvDir + "=" + dir, boundary.EnvPlan + "=" + plan}
	if opt.Strategy == Serial {
		mode |= boundary.ModeSerial
		env = append(env, "GOMAXPROCS=1", "GODEBUG="+strings.TrimPrefix(os.Getenv("GODEBUG")+",asyncpreemptoff=1", ","))
	}
	if opt.Pause != 0 {
		env = append(env, boundary.EnvPause+"="+strconv.FormatInt(opt.Pause.Milliseconds(), 10))
	}
	seed := opt.Seed + uint64(try)*7919 + 1
	return append(env, boundary.EnvMode+"="+strconv.Itoa(mode), boundary.EnvSeed+"="+strconv.FormatUint(seed&0xffffffff, 10))
}
