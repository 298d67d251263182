package run

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/cause"
	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/fuzzer/confirm"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/wording"
)

// Bounds of the search in each trace program of a session.
const (
	stallStates = 500_000
	stallBytes  = 512 << 20
)

// searchPart is the part of the budget that all searches may take, at most: a
// run has more use of the rest.
const searchPart = 20

// beforeSearch is when the runs for cycles of locks have to end for the searches
// to have their part: such runs may take all the time there is.
func (pl *pipeline) beforeSearch(deadline time.Time) time.Time {
	if pl.NoCondvar || deadline.IsZero() {
		return deadline
	}
	return deadline.Add(-pl.Time / searchPart)
}

// predictPart is the part of the budget that prediction may take, at most.
const predictPart = 4

// predictTime is 0 without a budget.
func (pl *pipeline) predictTime() time.Duration { return pl.Time / predictPart }

// searchOptions bound the searches of a session that ends at the deadline.
func (pl *pipeline) searchOptions(deadline time.Time) predict.ProgramOptions {
	opt := predict.ProgramOptions{Search: condvar.Options{MaxStates: stallStates, MaxBytes: stallBytes}, From: &pl.Programs}
	if pl.Time > 0 {
		opt.End = deadline
		opt.Time = max(min(pl.Time/searchPart, time.Until(deadline), pl.purse.Left()), 1) // 0 were no limit
	}
	return opt
}

// stall checks the trace programs of the session and confirms their deadlocks.
// A cycle of locks alone is left to the lock graph, which has it already. Candidates that were
// not confirmed are counted, and are among the findings only when that was asked
// for: orders that a trace program does not know forbid much of it.
func (pl *pipeline) stall(ctx context.Context, tests []predict.ConcurrentTest, before []report.Finding, deadline time.Time, stats *report.Stats) ([]report.Finding, error) {
	other := ""
	if pl.explores() && len(tests) > 0 {
		other = filepath.Join(pl.Dir, "flows")
		left, err := (&flowRecorder{pl.Session, other, pl.purse.Part(2)}).record(ctx, tests, deadline)
		if err != nil {
			return nil, err
		}
		leaveOut(ctx, stats, left, "further recordings for trace programs", "use -condvar=false")
	}
	pl.Progress.Say("checking trace programs")
	opt, spending := pl.searchOptions(deadline), pl.purse.Spend()
	opt.OtherRecordings = other
	s, err := predict.CheckPrograms(ctx, pl.Dir, opt, func(done, total int) { pl.Progress.Say("checking trace programs: %d of %d processes", done, total) })
	if err != nil {
		return nil, err
	}
	spending()
	stats.Limits = append(stats.Limits, s.Limits...)
	stats.Conditions = pl.countConditions(s)
	var findings []report.Finding
	for i, d := range s.Deadlocks {
		if d.Kind == condvar.LockCycle || pl.only != "" && d.ID != pl.only {
			continue
		}
		c := &stalled{pipeline: pl, found: d}
		if c.static = cause.Twin(c.finding(), pl.static); c.static != nil {
			d.ID = c.static.ID
		}
		if f := c.finding(); slices.ContainsFunc(before, func(o report.Finding) bool { return cause.SameWaits(f, o) }) {
			continue // channels that are locks: the lock graph has it
		}
		pl.Progress.Say("confirming %d of %d: %s", i+1, len(s.Deadlocks), d.Kind)
		c.confirm(ctx, deadline)
		stats.Tries += c.tries
		if c.endsIn(before) {
			continue
		}
		if f := c.finding(); f.Status == report.StatusConfirmed || pl.lists(f.Status) {
			findings = append(findings, f)
		} else {
			stats.Unconfirmed++
		}
	}
	return findings, nil
}

// endsIn reports whether the run that confirmed the deadlock ended in a confirmed one of some findings: every goroutine of
// that one was blocked at its place, and no goroutine could go on. A channel that is used as a lock is in a cycle of locks, and
// a sender waits for ever there.
func (c *stalled) endsIn(findings []report.Finding) bool {
	if c.static != nil || c.result == nil || !c.result.Confirmed {
		return false
	}
	end := c.result.Runs[len(c.result.Runs)-1].Quiescence
	return end.Others == 0 && slices.ContainsFunc(findings, func(f report.Finding) bool {
		return f.Status == report.StatusConfirmed && end.HasBlocked(blockedOf(f))
	})
}

// blockedOf is where the goroutines of a finding are blocked.
func blockedOf(f report.Finding) (spots []confirm.BlockedOperation) {
	for _, g := range f.Blocked() {
		at := cause.LastStep(g)
		file, line, _ := report.SplitPos(at.Pos)
		spots = append(spots, confirm.BlockedOperation{File: file, Line: line, Func: at.Func, Op: at.Op})
	}
	return spots
}

// lists reports whether what trace programs show and no run confirmed is
// listed: by -v, or where the user asks for this one, for predictions alone, or
// for such a status.
func (pl *pipeline) lists(s report.Status) bool {
	return pl.Verbose || pl.Tries == 0 || pl.only != "" || slices.Contains(pl.FailOn, s)
}

// A stalled is a deadlock of a trace program on its way through the pipeline.
type stalled struct {
	pipeline *pipeline
	found    *predict.GeneralizedDeadlock
	static   *report.Finding // of the static checks, about the same places, or nil
	result   *confirm.Result
	untried  string
	tries    int
	replay   string
}

func (c *stalled) confirm(ctx context.Context, deadline time.Time) {
	opt := c.pipeline.Options()
	opt.Deadline, opt.Over = deadline, c.pipeline.purse.IsOver
	if c.untried = c.pipeline.stopped(ctx, deadline); c.untried != "" {
		return
	}
	if opt.Tries == 0 {
		c.untried = "-tries is 0"
		return
	}
	r, err := confirm.ConfirmGeneralized(ctx, c.pipeline.Dir, c.found, opt)
	if err != nil {
		c.untried = c.pipeline.unforced(ctx, err)
		return
	}
	c.result, c.tries = r, len(r.Runs)
	if r.Confirmed {
		c.writeSchedule()
	}
}

func (c *stalled) finding() report.Finding {
	f := report.Finding{
		ID: c.found.ID, Former: []string{c.found.Former}, Check: c.found.Kind, Tests: append([]string{}, c.found.Tests...), Replay: c.replay,
		Message: c.message(),
		Decides: "a run that goes this way; the conditions and orders that the trace program does not know may forbid it",
	}
	if c.static != nil { // one bug has one id, in every stage
		f.Check = c.static.Check
	} else {
		f.Cause = c.cause()
	}
	f.Status, f.Dynamic = c.verdict()
	if c.result != nil && c.result.Confirmed {
		f.Dump = c.result.Runs[len(c.result.Runs)-1].Quiescence.Stacks(confirm.EndOf(c.found).Core)
	}
	for i, s := range c.found.Core {
		f.Goroutines = append(f.Goroutines, c.pipeline.standing(fmt.Sprint(i+1), s))
	}
	f.Pos = f.WaitsAt()
	f.Explored = c.searched()
	return f
}

// cause is the statement to blame, if there is one.
func (c *stalled) cause() *report.Cause {
	if c.found.Cause == nil {
		return &report.Cause{}
	}
	return &report.Cause{By: fmt.Sprintf("%s %s %s", c.found.Cause.Op, c.found.Cause.Class, c.pipeline.Pos(c.found.Cause.Frame))}
}

func (c *stalled) message() string {
	s := fmt.Sprintf("blocked for ever: %s: %s", waitsOf(c.found.Core), c.found.Reason)
	if c.found.Cause != nil {
		s += fmt.Sprintf(" (%s)", c.pipeline.Pos(c.found.Cause.Frame))
	}
	return s + c.repair()
}

// repair names the step that repairs the run when it comes later, unless the reason names its
// place already.
func (c *stalled) repair() string {
	at := slices.IndexFunc(c.found.Path, func(w predict.CounterexampleStep) bool { return w.TurningPoint })
	if at < 0 {
		return ""
	}
	w := c.found.Path[at]
	if !w.Place.Known() || c.found.Cause != nil && c.found.Cause.Frame.File == w.Place.Frame.File && c.found.Cause.Frame.Line == w.Place.Frame.Line {
		return ""
	}
	return fmt.Sprintf("; the run ends when the %s at %s comes later", wording.Noun(w.Place.Op), c.pipeline.Pos(w.Place.Frame))
}

// assumes names what the trace program does not know of the original.
func (c *stalled) assumes() string {
	list := []string{"control flow as recorded but for the conditions that were found"}
	if len(c.found.SplicedFrom) > 0 {
		from := "run"
		if c.found.OfTest {
			from = "test"
		}
		list[0] = fmt.Sprintf("control flow as in another recorded %s, of goroutines started at %s, and as recorded of the others", from, strings.Join(c.found.SplicedFrom, ", "))
	}
	if n := len(c.found.Truncated); n > 0 {
		list = append(list, fmt.Sprintf("%d goroutines that ran on when the recording ended do nothing that would end it (%s)", n, strings.Join(c.found.Truncated, ", ")))
	}
	for i, w := range c.found.Assumed {
		if i == maxAssumed {
			list = append(list, fmt.Sprintf("and %d steps more like these", len(c.found.Assumed)-i))
			break
		}
		list = append(list, fmt.Sprintf("the %s at %s %s", wording.Noun(w.Place.Op), c.pipeline.Pos(w.Place.Frame), w.Assumption))
	}
	return strings.Join(list, "; ")
}

// maxAssumed is how many steps are named that a recorded run does not show.
const maxAssumed = 4

func (c *stalled) verdict() (report.Status, *report.Dynamic) {
	d := &report.Dynamic{Tries: c.tries}
	switch {
	case c.result != nil && c.result.Confirmed:
		d.Verdict, d.Reason = report.VerdictConfirmed, c.result.Reason
		d.Assumption = c.result.Runs[len(c.result.Runs)-1].Quiescence.Assumption()
		return report.StatusConfirmed, d
	case c.result != nil && c.tries > 0:
		d.Verdict, d.Reason, d.Bound = report.VerdictNotReached, c.result.Reason, "no bound"
		d.Assumption = c.assumes()
		return report.StatusNotReached, d
	}
	d.Reason, d.Assumption = "not tried: "+c.untried, c.assumes()
	if c.result != nil {
		d.Reason = c.result.Reason
	}
	return report.StatusPredicted, d
}

// writeSchedule does the same for a deadlock of a trace program.
func (c *stalled) writeSchedule() {
	s := c.pipeline.Schedule(c.found.Target, c.result)
	end := confirm.EndOf(c.found)
	s.End = &end
	c.replay = c.pipeline.KeepSchedule(s, c.found.ID, func(replay string) report.Finding {
		c.replay = replay
		return c.finding()
	})
}
