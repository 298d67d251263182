package run

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/confirm"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/mhp"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// maxInstances bounds how many candidates of one finding are tried: they
// differ only in the objects.
const maxInstances = 3

// A claim is a finding on its way through the pipeline.
type claim struct {
	pipeline  *pipeline
	found     *predict.Finding
	shown     *predict.Candidate // the candidate that is shown: the confirmed, else the likeliest
	result    *confirm.Result
	tries     int
	untried   string // why nothing was tried
	decides   string // the step that would decide it, when that is no further try
	replay    string
	accidents []report.Finding
	forced    bool          // a candidate was tried against which the recorded run speaks
	byEngine  *forcing      // the tries behind the pauses, nil for none
	proof     *mhp.Proof    // that it can happen in no run
	unproven  []mhp.Refusal // why there is none
}

func newClaim(pl *pipeline, f *predict.Finding) *claim {
	c := &claim{pipeline: pl, found: f, shown: f.Candidates[0]}
	if c.shown.Target == nil && c.shown.Kind != lockgraph.KindCross {
		c.untried = "the program that was recorded is not known here; record it with deadlocklint test or run"
		c.decides = "a recording that knows its program: of deadlocklint test, run, or record -keep"
	}
	if f.Kind == lockgraph.KindCross && c.shown.Target == nil {
		c.decides = "a test in which both orders are taken, each by a goroutine of its own: with one, this candidate is tried"
	}
	return c
}

// worthTrying reports whether runs may show the finding. A deadlock of the recorded run is
// made to happen again, for its schedule.
func (c *claim) worthTrying() bool {
	if c.proof != nil || c.manifest() && c.pipeline.Options().Tries == 0 {
		return false
	}
	// Parts seen in different tests of one process may meet: in parallel tests.
	return slices.ContainsFunc(c.found.Candidates, worthForcing)
}

// worthForcing reports whether a run may show the candidate. A reason of the recorded
// run against it is worth a try: the next job may go to another worker, and another
// alternative of a select, Once or TryLock may be taken. A goroutine that was not there
// cannot be brought.
func worthForcing(c *predict.Candidate) bool {
	return c.Target != nil && (c.Status != lockgraph.Infeasible || c.Cause != lockgraph.CauseModes)
}

// manifest reports whether the finding happened in the recorded run.
func (c *claim) manifest() bool { return c.found.Status == lockgraph.Manifest }

func (c *claim) title() string { return strings.Join(classes(c.shown), " and ") }

func classes(c *predict.Candidate) []string {
	var out []string
	for _, e := range c.Edges {
		out = append(out, e.Wants.Class)
	}
	return out
}

// withoutTries says why nothing is tried without confirming runs, and which step would decide.
func (pl *pipeline) withoutTries() (untried, decides string) {
	switch {
	case pl.ConfirmWith != "":
		return "-tries is 0", pl.ConfirmWith
	case pl.within:
		return "it was seen under another schedule, which confirming runs do not begin with", "more schedules: deadlocklint explore"
	case pl.isExploration():
		return "explore makes no confirming runs", "more schedules, or deadlocklint test"
	}
	return "-tries is 0", "confirming runs, without -tries=0"
}

// confirm tries the likeliest candidates of the finding.
func (c *claim) confirm(ctx context.Context, deadline time.Time) {
	opt := c.pipeline.Options()
	opt.Deadline, opt.Over = deadline, c.pipeline.purse.IsOver
	if opt.Tries == 0 {
		c.untried, c.decides = c.pipeline.withoutTries()
		return
	}
	for i, cand := range c.found.Candidates {
		opt := opt
		switch against := cand.Status == lockgraph.Infeasible; {
		case i == maxInstances, against && c.forced:
			return
		case !worthForcing(cand):
			continue
		case against:
			c.forced, opt.Tries = true, min(opt.Tries, 1)
		}
		if cand.Cause == lockgraph.CauseHandOff {
			// A run would see its goroutines parked before the lock is handed over.
			c.untried = cand.Reason
			c.decides = "reading the code that releases that lock: no run can show that none ever does"
			continue
		}
		if cand.Spins {
			// A run would spin to its end: no goroutine of it is ever seen parked.
			c.untried = "a goroutine of it waits by trying a lock in a loop, which no run can tell from a slow one"
			c.decides = "reading whether the loop around TryLock gives up; with Lock in its place, this candidate is tried"
			continue
		}
		if why := c.pipeline.stopped(ctx, deadline); why != "" {
			if c.result == nil {
				c.untried = why
			}
			return
		}
		r, err := confirm.Confirm(ctx, c.pipeline.Dir, cand, opt)
		if err != nil {
			c.untried = c.pipeline.unforced(ctx, err)
			return
		}
		c.tries += len(r.Runs)
		if r.Confirmed || c.result == nil && !c.manifest() {
			c.result, c.shown = r, cand
		}
		if r.OtherDeadlock != nil && !r.Confirmed {
			c.accidents = append(c.accidents, c.pipeline.accident(r.OtherDeadlock.Verdict, cand))
		}
		if r.Confirmed {
			c.writeSchedule()
			return
		}
	}
}

// force tries the first candidate that was tried in a test once more, when pauses have not
// reached it.
func (c *claim) force(ctx context.Context, deadline time.Time) error {
	if c.tries == 0 || c.manifest() || c.result != nil && c.result.Confirmed || !c.pipeline.concurrent {
		return nil
	}
	i := slices.IndexFunc(c.found.Candidates, func(cand *predict.Candidate) bool {
		return worthForcing(cand) && cand.Target.Test && len(cand.Tests) == 1 && !cand.Spins && cand.Cause != lockgraph.CauseHandOff
	})
	if i < 0 {
		return nil
	}
	c.byEngine, c.pipeline.forced = &forcing{purse: c.pipeline.purse.Part(forcedPart), session: c.pipeline.exploring(0).Session, candidate: c.found.Candidates[i], id: c.found.ID}, true
	return c.byEngine.run(ctx, deadline)
}

// unforced says why a candidate was not tried: the run could not be made. The command is not complete then.
func (pl *pipeline) unforced(ctx context.Context, err error) string {
	if ctx.Err() == nil {
		pl.LeftOut("candidates are not tried", err)
	}
	return err.Error()
}

// stopped says why no further run is made, or "".
func (pl *pipeline) stopped(ctx context.Context, deadline time.Time) string {
	switch {
	case ctx.Err() != nil:
		return "interrupted; run deadlocklint again"
	case isPast(deadline), pl.purse.IsOver():
		return "the time was spent before; raise -time"
	}
	return ""
}

// finding words the claim for the report.
func (c *claim) finding() report.Finding {
	f := report.Finding{
		ID:      c.found.ID,
		Check:   c.kind().Check(),
		Message: c.message(),
		Tests:   c.shown.Tests,
		Replay:  c.replay,
		Decides: c.decides,
	}
	if c.manifest() {
		f.Decides = "" // nothing is left to decide
	}
	if f.Tests == nil {
		f.Tests = []string{}
	}
	f.Status, f.Dynamic = c.verdict()
	if c.result != nil && c.result.Confirmed {
		f.Dump = c.result.Runs[len(c.result.Runs)-1].Verdict.CycleStacks()
	}
	f.Goroutines, f.Callers = c.goroutines(), c.callers()
	if c.result != nil && c.result.Confirmed {
		c.pipeline.asParked(f.Goroutines, f.Dump)
	}
	f.Pos = f.WaitsAt()
	if c.manifest() {
		c.pipeline.underSchedule(&f, c.shown.Target)
	}
	return f
}

// goroutines are those of the candidate that is shown, the members of its cycle first.
func (c *claim) goroutines() (list []report.Goroutine) {
	names := instancesOf(c.shown)
	for i, e := range c.shown.Edges {
		list = append(list, c.pipeline.goroutine(i, e, names))
	}
	return list
}

// callers are the groups of functions whose goroutines can meet in the cycles of the finding, each with the place at which
// it takes the lock that it holds. There are none where one group is all: the goroutines of the finding show it.
func (c *claim) callers() [][]string {
	var list [][]string
	for _, cand := range c.found.Candidates {
		group := []string{}
		for _, e := range cand.Edges {
			group = append(group, c.pipeline.caller(e))
		}
		slices.Sort(group)
		if !slices.ContainsFunc(list, func(o []string) bool { return slices.Equal(o, group) }) {
			list = append(list, group)
		}
	}
	if len(list) < 2 {
		return nil
	}
	slices.SortFunc(list, slices.Compare[[]string])
	return list
}

// caller is where a goroutine of a cycle took the lock that it holds.
func (pl *pipeline) caller(e predict.Edge) string {
	at := e.Wants
	if n := len(e.Locks); n > 0 {
		at = e.Locks[n-1]
	}
	fn := at.Frame.Func
	return fmt.Sprintf("%s (%s)", fn[strings.LastIndexByte(fn, '/')+1:], report.LineOf(pl.Step(opName(at.Op), at, "").Pos))
}

// kind is that of the finding; parts of different tests that met in one run, be it a
// confirming one or that of a recorded schedule, are a cycle like any other.
func (c *claim) kind() lockgraph.Kind {
	if c.found.Kind == lockgraph.KindCross && (c.manifest() || c.result != nil && c.result.Confirmed) {
		return lockgraph.KindCycle
	}
	return c.found.Kind
}

func (c *claim) message() string {
	switch c.kind() {
	case lockgraph.KindRecursiveRLock:
		return fmt.Sprintf("%s is read-locked again by a goroutine that holds it, behind a writer that waits for it", c.shown.Edges[0].Wants.Class)
	case lockgraph.KindDoubleLock:
		return fmt.Sprintf("%s is locked by a goroutine that holds it", c.shown.Edges[0].Wants.Class)
	case lockgraph.KindCross:
		if c.shown.Check() == checks.RecursiveRLock {
			return fmt.Sprintf("%s is read-locked again by a goroutine that holds it, and locked in a test that never ran together with it", c.shown.Edges[0].Wants.Class)
		}
		return "locks taken in a cycle, in tests that never ran together: " + c.title()
	}
	return "locks taken in a cycle: " + c.title()
}

func (c *claim) verdict() (report.Status, *report.Dynamic) {
	d := &report.Dynamic{Tries: c.tries}
	switch {
	case c.manifest():
		d.Verdict, d.Reason = report.VerdictConfirmed, "it happened in the recorded run: every goroutine waits for a lock that is held for ever"
		if c.result != nil && c.result.Confirmed {
			d.Reason += "; " + c.result.Reason
		}
		return report.StatusConfirmed, d
	case c.result != nil && c.result.Confirmed:
		d.Verdict, d.Reason = report.VerdictConfirmed, c.result.Reason
		d.Assumption = c.result.Runs[len(c.result.Runs)-1].Verdict.Assumption()
		return report.StatusConfirmed, d
	case c.proof != nil:
		d.Verdict, d.Reason = report.VerdictInfeasible, c.pipeline.proven(c.proof)
		return report.StatusInfeasible, d
	case c.found.Status == lockgraph.Infeasible:
		d.Verdict, d.Reason = report.VerdictNotSeen, c.notSeen()
		return report.StatusNotSeen, d
	case c.shown.Status == lockgraph.Feasible && c.shown.Assumption == "":
		d.Verdict, d.Reason = report.VerdictFeasible, c.shown.Reason
		return report.StatusPredicted, d
	}
	d.Assumption = c.shown.Assumption
	if c.result != nil && c.tries > 0 {
		d.Verdict, d.Reason, d.Bound = report.VerdictNotReached, c.result.Reason, "no bound"
		d.Reason += c.byEngine.word()
		if c.shown.Status == lockgraph.Undecided {
			d.Reason += "; as recorded: " + c.shown.Reason
		}
		return report.StatusNotReached, d
	}
	d.Reason = c.shown.Reason
	if c.untried != "" {
		d.Reason = "not tried: " + c.untried
	} else if c.result != nil {
		d.Reason = c.result.Reason
	}
	return report.StatusPredicted, d
}

// goroutine lists what one goroutine of a candidate did.
func (pl *pipeline) goroutine(i int, e predict.Edge, names instances) report.Goroutine {
	g := report.Goroutine{Name: fmt.Sprint(i + 1)}
	g.Steps = append(g.Steps, pl.created(e.Created)...)
	for i, h := range e.Locks {
		g.Steps = append(g.Steps, pl.Step(opName(h.Op), h, names.held(e, i)))
	}
	op := "request"
	if e.Mode == lockgraph.Shared {
		op = "rrequest"
	}
	g.Steps = append(g.Steps, pl.called(e.Call, e.Wants)...)
	g.Steps = append(g.Steps, pl.Step(op, e.Wants, names.wanted(e)))
	return g
}

func opName(mode string) string { return strings.ToLower(mode) }

// writeSchedule keeps a confirmed deadlock in a file and names the command
// that replays it.
func (c *claim) writeSchedule() {
	s := c.pipeline.Schedule(c.shown.Target, c.result)
	c.replay = c.pipeline.KeepSchedule(s, c.found.ID, func(replay string) report.Finding {
		c.replay = replay
		return c.finding()
	})
}
