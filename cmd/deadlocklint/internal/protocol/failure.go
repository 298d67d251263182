package protocol

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/protocol/panics"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/typestate"
)

// exitPanic is the exit status of a process that Go has ended, at least.
const exitPanic = 2

// findFailures looks for schedules of tests that end badly. No automaton is asked. The call that has ended a recorded run counts
// where no schedule was found.
func (p *Protocols) findFailures(ctx context.Context) (found []*panics.Failure, err error) {
	if p.Program {
		return p.programFailures(), nil
	}
	for _, r := range p.runs {
		var more []*panics.Failure
		if p.Tries > 0 && r.target != nil && p.withoutSchedules() == "" {
			if more, err = p.failuresOf(ctx, r); err != nil {
				return nil, err
			}
		}
		if len(more) == 0 && r.target != nil && r.target.Status >= exitPanic {
			if f := panics.Unwound(r.Recording, p.isChecked); f != nil {
				more = append(more, f)
			}
		}
		found = append(found, more...)
	}
	return found, nil
}

// programFailures are the calls of which the panic has ended a run of the program: under a schedule, or natively. Main is not explored
// further.
func (p *Protocols) programFailures() (found []*panics.Failure) {
	known := map[string]bool{}
	add := func(rec *typestate.Recording) {
		f := panics.Unwound(rec, p.isChecked)
		if f == nil {
			return
		}
		if id := p.failureFinding(f).ID; !known[id] {
			known[id], found = true, append(found, f)
		}
	}
	for _, run := range p.panicked {
		for _, rec := range run.recordings {
			add(rec)
		}
	}
	for _, r := range p.native {
		if r.target != nil && r.target.Status >= exitPanic {
			add(r.Recording)
		}
	}
	return found
}

// unshown leaves out the failures of a program that a confirmed violation tells: it has a run that makes the same call fail, and a
// schedule. Which runs have ended so natively is chance.
func (p *Protocols) unshown(found []*panics.Failure, breaches []*breach) []*panics.Failure {
	return slices.DeleteFunc(found, func(f *panics.Failure) bool {
		failed := p.edge(f.Call)
		return p.Program && slices.ContainsFunc(breaches, func(b *breach) bool {
			return b.status == report.StatusConfirmed && (b.harm.calls[1] == failed || p.edge(b.Call) == failed)
		})
	})
}

// failuresOf are those of the tests of one recorded run.
func (p *Protocols) failuresOf(ctx context.Context, r recordedRun) ([]*panics.Failure, error) {
	if p.schedules == nil {
		p.schedules = &panics.Search{
			Dir: p.se.Dir, Seed: p.Seed, Checked: p.isChecked, Order: p.order(), Over: p.isOver, FailsAnew: p.failsAnew, Say: func(test string) { p.se.Progress.Say("exploring %s", test) },
			Read: func(file string, t *record.Target) (*typestate.Recording, error) {
				r, _, err := p.calls(file, true, func(*trace.Trace) *record.Target { return t })
				return r.Recording, err
			},
		}
	}
	tests, err := p.concurrentTests(ctx, r)
	if err != nil {
		return nil, err
	}
	return p.schedules.Of(ctx, r.target, tests)
}

// failsAnew reports whether a call failed as none does in the recorded runs of a target.
func (p *Protocols) failsAnew(t *record.Target, c *typestate.Call) bool {
	return c.Failed() && !byDeadline(c) && !p.recordedErrors(t)[failureOf(c)]
}

// isChecked reports whether the calls of a type count where a schedule ends badly: it is one of the program, or was chosen.
func (p *Protocols) isChecked(typ string) bool {
	return !stdlib.Has(typ) || slices.Contains(p.types, typ)
}

// concurrentTests are the tests of a run in which calls on an object are concurrent. A run that ended badly has not
// shown all its calls: then these are the tests with any calls. After a panic the other tests were not run.
func (p *Protocols) concurrentTests(ctx context.Context, r recordedRun) (tests []string, err error) {
	add := func(c *typestate.Call) {
		test, _, _ := strings.Cut(c.Test, "/")
		if test != "" && p.isChecked(c.Type) && !slices.Contains(tests, test) {
			tests = append(tests, test)
		}
	}
	for _, race := range r.Races(p.order()) {
		add(race.First)
	}
	if r.target.Status != 0 {
		for _, c := range r.Calls {
			add(c)
		}
	}
	if r.target.Status < exitPanic {
		return tests, nil
	}
	all, err := panics.Tests(ctx, r.target)
	for _, test := range all {
		if !slices.Contains(tests, test) {
			tests = append(tests, test)
		}
	}
	return tests, err
}

// untold leaves out the violations of mined automata that a failure tells: such a violation was confirmed by the end of the
// run after the call.
func untold(breaches []*breach, found []*panics.Failure) []*breach {
	return slices.DeleteFunc(breaches, func(b *breach) bool {
		return b.auto.Mined() && b.weighed && b.status == report.StatusConfirmed &&
			slices.ContainsFunc(found, func(c *panics.Failure) bool { return c.Type == b.Call.Type })
	})
}

// failureFinding is a schedule that ends badly, for a report. Its identity is the calls or the function, and the test.
func (p *Protocols) failureFinding(f *panics.Failure) report.Finding {
	edges, message, pos := p.failureText(f)
	id := lockgraph.FindingID(checks.Typestate, edges)
	told := report.Finding{
		ID: id, Check: checks.Typestate, Status: report.StatusConfirmed, Pos: pos, Tests: []string{},
		Message: message, Output: f.Reason,
		Dynamic: &report.Dynamic{Verdict: report.VerdictConfirmed, Tries: max(f.Run, 0) + 1, Reason: "it has ended the recorded run"},
	}
	if test := cmp.Or(f.InTest, f.Test); test != "" {
		told.Tests = append(told.Tests, test)
	}
	told.Goroutines, _ = p.goroutines(f.Path)
	if f.Target != nil {
		told.Dynamic.Reason = fmt.Sprintf("it happened under %s of %s, and again when the same choices were made", f.Schedule(), f.InTest)
		told.Replay = p.se.KeepChoices(f.Target, &told)
	}
	return told
}

// failureText has the identity of a failure, its message, and its place.
func (p *Protocols) failureText(f *panics.Failure) (edges []lockgraph.EdgeKey, message, pos string) {
	const order = " in an order of calls that other goroutines make possible"
	test := lockgraph.EdgeKey{Func: f.InTest, Class: "panics"}
	because := ""
	if f.Reason != "" {
		because = ": " + f.Reason
	}
	switch f.Kind {
	case panics.Panics:
		at := p.relative(f.PanicsAt(p.isOwn))
		return []lockgraph.EdgeKey{{Func: f.At.Func, Class: f.Type}, test}, f.At.Func + " panics" + order + because, at
	case panics.Fails:
		test.Class = "fails"
		edges = []lockgraph.EdgeKey{p.edge(f.Call), p.edge(f.Before)}
		slices.SortFunc(edges, func(a, b lockgraph.EdgeKey) int {
			return cmp.Or(strings.Compare(a.Class, b.Class), strings.Compare(a.Func, b.Func))
		})
		return append(edges, test), fmt.Sprintf("%s.%s and %s: %s fails%s%s", f.Type, f.Method, f.Before.Method, f.InTest, order, because), p.pos(f.Call)
	}
	return []lockgraph.EdgeKey{p.edge(f.Call), test}, fmt.Sprintf("%s.%s panics%s%s", f.Type, f.Method, order, because), p.pos(f.Call)
}

// writeFailure writes a schedule that ends badly for people.
func (p *Protocols) writeFailure(w io.Writer, f *panics.Failure, told report.Finding) {
	fmt.Fprintf(w, "%s: %s: %s [%s %s]\n", told.Pos, told.Status, told.Message, told.Check, told.ID)
	p.writePath(w, f.Path)
	fmt.Fprintf(w, "  %s\n", told.Dynamic.Reason)
	if told.Replay != "" {
		fmt.Fprintf(w, "  to see it again: %s\n", told.Replay)
	}
	fmt.Fprintln(w)
}
