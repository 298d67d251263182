package cycles

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/candidate"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/goroutine"
	"github.com/deadlocklint/deadlocklint/fuzzer/confirm"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/mhp"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/wording"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// maxInstances bounds how many candidates of one finding are tried: they
// differ only in the objects.
const maxInstances = 3

// A Candidate is a finding of the lock graph that is tried.
type Candidate struct {
	source    *Source
	found     *predict.Finding
	shown     *predict.Candidate // the candidate that is shown: the confirmed, else the likeliest
	result    *confirm.Result
	tries     int
	untried   string // why nothing was tried
	decides   string // the step that would decide it, when that is no further try
	replay    string
	accidents []report.Finding
	handed    bool          // a run without a schedule releases a lock of it for its owner
	forced    bool          // an instance was tried against which the recorded run speaks
	byEngine  *forcing      // the tries after the pauses, nil for none
	proof     *mhp.Proof    // that it can happen in no run
	unproven  []mhp.Refusal // why there is none
}

func (s *Source) candidate(f *predict.Finding) *Candidate {
	c := &Candidate{source: s, found: f, shown: f.Candidates[0]}
	if c.shown.Target == nil && c.shown.Kind != lockgraph.KindCross {
		c.untried = "the program that was recorded is not known here; record it with deadlocklint test or run"
		c.decides = "a recording that knows its program: of deadlocklint test, run, or record -keep"
	}
	if f.Kind == lockgraph.KindCross && c.shown.Target == nil {
		c.decides = "a test in which both orders are taken, each by a goroutine of its own: with one, this candidate is tried"
	}
	return c
}

// MayShow reports whether runs may show the finding. A deadlock of the recorded run is
// made to happen again, for its schedule.
func (c *Candidate) MayShow(ctx context.Context) bool {
	c.prove(ctx)
	if c.handed = c.isHandedOver(ctx); c.handed {
		return false
	}
	if c.proof != nil || c.manifest() && c.source.Session.Options().Tries == 0 {
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
func (c *Candidate) manifest() bool { return c.found.Status == lockgraph.Manifest }

// Title names the locks.
func (c *Candidate) Title() string { return strings.Join(classes(c.shown), " and ") }

func classes(c *predict.Candidate) []string {
	var out []string
	for _, e := range c.Edges {
		out = append(out, e.Wants.Class)
	}
	return out
}

// Tries is how many confirming runs were made.
func (c *Candidate) Tries() int { return c.tries }

// Accidents are other deadlocks that confirming runs met.
func (c *Candidate) Accidents() []report.Finding { return c.accidents }

// IsTold is false: cycles of locks are told by the lock graph first.
func (c *Candidate) IsTold() bool { return false }

// Try tries the likeliest instances of the finding with pauses, and then by the scheduler of an exploration.
func (c *Candidate) Try(ctx context.Context, b candidate.Bounds) {
	c.confirm(ctx, b)
	if err := c.force(ctx, b); err != nil {
		c.source.Session.Untried(ctx, err)
	}
}

// confirm tries the likeliest instances with pauses.
func (c *Candidate) confirm(ctx context.Context, b candidate.Bounds) {
	opt := b.Options(c.source.Session.Options())
	if opt.Tries == 0 {
		c.untried, c.decides = c.source.Untried, c.source.Decides
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
		if why := b.Stopped(ctx); why != "" {
			if c.result == nil {
				c.untried = why
			}
			return
		}
		r, err := confirm.Confirm(ctx, c.source.Session.Dir, cand, opt)
		if err != nil {
			c.untried = c.source.Session.Untried(ctx, err)
			return
		}
		c.tries += len(r.Runs)
		if r.Confirmed || c.result == nil && !c.manifest() {
			c.result, c.shown = r, cand
		}
		if r.OtherDeadlock != nil && !r.Confirmed {
			c.accidents = append(c.accidents, accident(c.source.Session, r.OtherDeadlock.Verdict, cand))
		}
		if r.Confirmed {
			c.writeSchedule()
			return
		}
	}
}

// force lets the scheduler of an exploration stop the goroutines of the first instance of one test, when pauses have not
// reached it.
func (c *Candidate) force(ctx context.Context, b candidate.Bounds) error {
	if c.tries == 0 && !c.source.Alone || c.manifest() || c.result != nil && c.result.Confirmed || c.source.Forcing == nil {
		return nil
	}
	i := slices.IndexFunc(c.found.Candidates, func(cand *predict.Candidate) bool {
		return worthForcing(cand) && cand.Target.Test && len(cand.Tests) == 1 && !cand.Spins && cand.Cause != lockgraph.CauseHandOff
	})
	if i < 0 {
		return nil
	}
	c.byEngine, c.source.forced = &forcing{purse: b.Purse.Part(forcedPart), session: c.source.Forcing, candidate: c.found.Candidates[i], id: c.found.ID}, true
	return c.byEngine.run(ctx, b.Deadline)
}

// Finding words the candidate for the report.
func (c *Candidate) Finding() report.Finding {
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
	f.Goroutines, f.Callers = goroutine.Of(c.source.Session, c.shown), goroutine.Callers(c.source.Session, c.found.Candidates)
	if c.result != nil && c.result.Confirmed {
		goroutine.AsParked(c.source.Session, f.Goroutines, f.Dump)
	}
	f.Pos = f.WaitsAt()
	if c.manifest() && !c.handed {
		c.source.Keeper.Under(&f, c.shown.Target)
	}
	return f
}

// kind is that of the finding; parts of different tests that met in one run, be it a
// confirming one or that of a recorded schedule, are a cycle like any other.
func (c *Candidate) kind() lockgraph.Kind {
	if c.found.Kind == lockgraph.KindCross && (c.manifest() || c.result != nil && c.result.Confirmed) {
		return lockgraph.KindCycle
	}
	return c.found.Kind
}

func (c *Candidate) message() string {
	switch c.kind() {
	case lockgraph.KindRecursiveRLock:
		return fmt.Sprintf("%s is read-locked again by a goroutine that holds it, after a writer that waits for it", c.shown.Edges[0].Wants.Class)
	case lockgraph.KindDoubleLock:
		return fmt.Sprintf("%s is locked by a goroutine that holds it", c.shown.Edges[0].Wants.Class)
	case lockgraph.KindCross:
		if c.shown.Check() == checks.RecursiveRLock {
			return fmt.Sprintf("%s is read-locked again by a goroutine that holds it, and locked in a test that never ran together with it", c.shown.Edges[0].Wants.Class)
		}
		return "locks taken in a cycle, in tests that never ran together: " + c.Title()
	}
	return "locks taken in a cycle: " + c.Title()
}

func (c *Candidate) verdict() (report.Status, *report.Dynamic) {
	d := &report.Dynamic{Tries: c.tries}
	switch {
	case c.handed:
		d.Verdict, d.Reason = report.VerdictNotSeen, "another goroutine releases a lock of it: so it did in a run of the test without a schedule, and in this one it had not come to that"
		return report.StatusNotSeen, d
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
		d.Verdict, d.Reason = report.VerdictInfeasible, proven(c.source.Session.Root(), c.proof)
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
		d.Reason += wording.Behind(c.byEngine.word("nor"), "; ")
		if c.shown.Status == lockgraph.Undecided {
			d.Reason += "; as recorded: " + c.shown.Reason
		}
		return report.StatusNotReached, d
	}
	if word := c.byEngine.word("not"); word != "" { // without pauses before
		d.Verdict, d.Reason, d.Bound = report.VerdictNotReached, word, "no bound"
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

// writeSchedule keeps a confirmed deadlock in a file and names the command
// that replays it.
func (c *Candidate) writeSchedule() {
	s := c.source.Session.Schedule(c.shown.Target, c.result)
	c.replay = c.source.Session.KeepSchedule(s, c.found.ID, func(replay string) report.Finding {
		c.replay = replay
		return c.Finding()
	})
}
