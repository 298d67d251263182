package protocol

import (
	"context"
	"maps"
	"regexp"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/confirm"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/fuzzer/sched"
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

// courseOf runs tests without a plan, once for all who ask.
func (p *Protocols) courseOf(ctx context.Context, target *record.Target, tests []string) (*course, error) {
	key := target.ID + "\n" + strings.Join(tests, "\n")
	if c := p.courses[key]; c != nil {
		return c, nil
	}
	p.se.Progress.Say("running without a plan, to compare")
	c := &course{blocked: map[string]bool{}, errors: maps.Clone(p.recordedErrors(target)), timers: map[uint64]bool{}}
	for _, r := range p.runs {
		if r.target == target {
			maps.Copy(c.timers, r.Timers)
		}
	}
	opt := p.se.Options()
	opt.Deadline = p.deadline
	for try := range freeRuns {
		run, err := p.makeTurns(ctx, target, tests, &sched.Plan{}, opt, try)
		if err != nil {
			return nil, err
		}
		c.take(run)
		if c.cut = run.TimedOut || ctx.Err() != nil; c.cut {
			break
		}
	}
	if p.courses == nil {
		p.courses = map[string]*course{}
	}
	p.courses[key] = c
	return c, nil
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
	c.outcomes = append(c.outcomes, run.Outcome)
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
