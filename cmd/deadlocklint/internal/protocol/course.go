package protocol

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/confirm"
	"github.com/deadlocklint/deadlocklint/fuzzer/pauses"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/typestate"
)

// A course is the behaviour of a target's tests when no order is forced. A forced run
// is compared with it.
type course struct {
	outcomes []confirm.Outcome
	blocked  map[string]bool // see blockedAt
	errors   map[failure]bool
	timers   map[uint64]bool // see typestate.Recording.Timers
	cut      bool            // a run was stopped: a missing call says nothing
	runs     []*turns
	itself   int // runs that were left out, since the order of a violation came by itself there
}

// A failure is an error of a method in a test, without the numbers in it. Ports,
// addresses and names of temporary files differ in each run.
type failure struct{ typ, method, err, test string }

func failureOf(c *typestate.Call) failure {
	return failure{c.Type, c.Method, numbers.ReplaceAllString(c.Err, "N"), c.Test}
}

var numbers = regexp.MustCompile(`0x[0-9a-f]+|[0-9]+`)

// freeRuns is how often tests are run without a plan before something that a forced
// run showed is taken for its effect. Tests that fail now and then would be taken for one.
const freeRuns = 3

// courseOf runs the tests of a run without a plan, once for all who ask. Under a schedule its runs are those that were
// recorded.
func (p *Protocols) courseOf(ctx context.Context, of *turns) (*course, error) {
	key := of.target.ID + "\n" + strings.Join(of.tests, "\n")
	if c := p.courses[key]; c != nil {
		return c, nil
	}
	p.se.Progress.Say("running without a plan, to compare")
	c := p.newCourse(of.target)
	for _, run := range p.free[testOf{of.target, of.test}] {
		c.take(run)
		c.cut = c.cut || run.TimedOut
	}
	for of.test == "" && len(c.runs) < freeRuns && !c.cut {
		if err := p.runFree(ctx, c, of); err != nil {
			return nil, err
		}
	}
	if p.courses == nil {
		p.courses = map[string]*course{}
	}
	p.courses[key] = c
	return c, nil
}

// newCourse has what the recorded runs of a target tell.
func (p *Protocols) newCourse(target *record.Target) *course {
	c := &course{blocked: map[string]bool{}, errors: maps.Clone(p.recordedErrors(target)), timers: map[uint64]bool{}}
	for _, r := range p.runs {
		if r.target == target {
			maps.Copy(c.timers, r.Timers)
		}
	}
	return c
}

// runFree makes one more run without a plan.
func (p *Protocols) runFree(ctx context.Context, c *course, of *turns) error {
	opt := p.se.Options()
	opt.Deadline = p.deadline
	run, err := p.makeTurns(ctx, recordedRun{target: of.target}, of.tests, &pauses.Plan{}, opt, len(c.runs))
	if err != nil {
		return err
	}
	c.take(run)
	c.cut = run.TimedOut || ctx.Err() != nil
	return nil
}

// courseWithout is the course of the runs that do not show a violation. On a busy machine its order
// may come by itself in a run without a plan: then what came of it there is an effect of it, too.
// Such a run is made again. The course has no runs when all show the violation.
func (p *Protocols) courseWithout(ctx context.Context, b *breach, run *turns) (*course, error) {
	free, err := p.courseOf(ctx, run)
	if err != nil {
		return nil, err
	}
	c := p.newCourse(run.target)
	for i := 0; i < len(free.runs) || run.test == "" && len(c.runs) < freeRuns && i < 2*freeRuns && !free.cut; i++ {
		if i == len(free.runs) {
			if err := p.runFree(ctx, free, run); err != nil {
				return nil, err
			}
		}
		if r := free.runs[i]; r.shows(b) {
			c.itself++
		} else {
			c.take(r)
		}
	}
	c.cut = free.cut
	return c, nil
}

// shows reports whether the order of a violation came in a run.
func (r *turns) shows(b *breach) bool {
	return slices.ContainsFunc(r.recordings, func(rec *typestate.Recording) bool { return rec.Observed(b.Violation) != nil })
}

// uncompared says why a course says nothing about the effects of a violation, or is "".
func (c *course) uncompared() string {
	switch {
	case c.cut:
		return "but a run to compare it with was stopped before its end"
	case len(c.runs) == 0:
		return "but each run to compare it with came to the same order by itself"
	}
	return ""
}

// recordedErrors are those of the recorded runs of a target. They are not to be changed.
func (p *Protocols) recordedErrors(target *record.Target) map[failure]bool {
	if errors := p.errors[target]; errors != nil {
		return errors
	}
	errors := map[failure]bool{}
	if p.errors == nil {
		p.errors = map[*record.Target]map[failure]bool{}
	}
	p.errors[target] = errors
	for _, r := range p.runs {
		if r.target == target {
			noteErrors(r.Recording, errors)
		}
	}
	return errors
}

func noteErrors(rec *typestate.Recording, errors map[failure]bool) {
	for _, c := range rec.Calls {
		if c.Failed() {
			errors[failureOf(c)] = true
		}
	}
}

// take adds a run.
func (c *course) take(run *turns) {
	c.runs, c.outcomes = append(c.runs, run), append(c.outcomes, run.Outcome)
	for _, b := range run.Blocked {
		c.blocked[blockedAt(b)] = true
	}
	for _, rec := range run.recordings {
		noteErrors(rec, c.errors)
		maps.Copy(c.timers, rec.Timers)
	}
}

// timedOut reports whether a goroutine of a run received from a timer that got no time in
// any run without a plan: a pause has used up a timeout of the program.
func (c *course) timedOut(run *turns) bool {
	for _, rec := range run.recordings {
		for g := range rec.Timers {
			if !c.timers[g] {
				return true
			}
		}
	}
	return false
}
