package stalls

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/candidate"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/cause"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/goroutine"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/fuzzer/confirm"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/wording"
)

// IsTold reports whether the run that confirmed the deadlock ended in a confirmed one of other sources. Every goroutine of
// that one was blocked at its place then, and no goroutine could go on. A channel that is used as a lock is in a cycle of locks, and
// a sender waits for ever there.
func (c *Candidate) IsTold() bool {
	if c.static != nil || c.result == nil || !c.result.Confirmed {
		return false
	}
	end := c.result.Runs[len(c.result.Runs)-1].Quiescence
	return end.Others == 0 && slices.ContainsFunc(c.before, func(f report.Finding) bool {
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

// A Candidate is a deadlock of a trace program that is tried.
type Candidate struct {
	session *session.Session
	before  []report.Finding // those of other sources
	found   *predict.GeneralizedDeadlock
	static  *report.Finding // of the static checks, about the same places, or nil
	result  *confirm.Result
	untried string
	tries   int
	replay  string
}

// Title is the kind of the deadlock.
func (c *Candidate) Title() string { return string(c.found.Kind) }

// MayShow is true: each of these deadlocks is a plan of a run.
func (c *Candidate) MayShow(context.Context) bool { return true }

// Tries is how many confirming runs were made.
func (c *Candidate) Tries() int { return c.tries }

// Accidents are none: a run that ends in another deadlock does not come to this one.
func (c *Candidate) Accidents() []report.Finding { return nil }

// Try makes the confirming runs.
func (c *Candidate) Try(ctx context.Context, b candidate.Bounds) {
	opt := b.Options(c.session.Options())
	if c.untried = b.Stopped(ctx); c.untried != "" {
		return
	}
	if opt.Tries == 0 {
		c.untried = "-tries is 0"
		return
	}
	r, err := confirm.ConfirmGeneralized(ctx, c.session.Dir, c.found, opt)
	if err != nil {
		c.untried = c.session.Untried(ctx, err)
		return
	}
	c.result, c.tries = r, len(r.Runs)
	if r.Confirmed {
		c.writeSchedule()
	}
}

// Finding words the deadlock for the report.
func (c *Candidate) Finding() report.Finding {
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
		f.Goroutines = append(f.Goroutines, goroutine.Standing(c.session, fmt.Sprint(i+1), s))
	}
	f.Pos = f.WaitsAt()
	f.Explored = c.searched()
	return f
}

// cause is the statement to blame, if there is one.
func (c *Candidate) cause() *report.Cause {
	if c.found.Cause == nil {
		return &report.Cause{}
	}
	return &report.Cause{By: fmt.Sprintf("%s %s %s", c.found.Cause.Op, c.found.Cause.Class, c.session.Pos(c.found.Cause.Frame))}
}

func (c *Candidate) message() string {
	s := fmt.Sprintf("blocked for ever: %s: %s", goroutine.Waits(c.found.Core), c.found.Reason)
	if c.found.Cause != nil {
		s += fmt.Sprintf(" (%s)", c.session.Pos(c.found.Cause.Frame))
	}
	return s + c.repair()
}

// repair names the step that repairs the run when it comes later, unless the reason names its
// place already.
func (c *Candidate) repair() string {
	at := slices.IndexFunc(c.found.Path, func(w predict.CounterexampleStep) bool { return w.TurningPoint })
	if at < 0 {
		return ""
	}
	w := c.found.Path[at]
	if !w.Place.Known() || c.found.Cause != nil && c.found.Cause.Frame.File == w.Place.Frame.File && c.found.Cause.Frame.Line == w.Place.Frame.Line {
		return ""
	}
	return fmt.Sprintf("; the run ends when the %s at %s comes later", wording.Noun(w.Place.Op), c.session.Pos(w.Place.Frame))
}

// assumes names what the trace program does not know of the original.
func (c *Candidate) assumes() string {
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
		list = append(list, fmt.Sprintf("the %s at %s %s", wording.Noun(w.Place.Op), c.session.Pos(w.Place.Frame), w.Assumption))
	}
	return strings.Join(list, "; ")
}

// maxAssumed is how many steps are named that a recorded run does not show.
const maxAssumed = 4

func (c *Candidate) verdict() (report.Status, *report.Dynamic) {
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
func (c *Candidate) writeSchedule() {
	s := c.session.Schedule(c.found.Target, c.result)
	end := confirm.EndOf(c.found)
	s.Plan.End = &end
	c.replay = c.session.KeepSchedule(s, c.found.ID, func(replay string) report.Finding {
		c.replay = replay
		return c.Finding()
	})
}
