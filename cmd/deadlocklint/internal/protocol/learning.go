package protocol

import (
	"context"
	"fmt"
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/confirm"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/pauses"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/typestate"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
	"github.com/deadlocklint/deadlocklint/typestate/mine"
)

// turns is a confirming run with its recording.
type turns struct {
	*confirm.OrderedRun
	target     *record.Target
	tests      []string // that were run, none for all
	test       string   // that was run under a schedule, "" for none
	recordings []*typestate.Recording
}

// makeTurns makes a confirming run, of the tests of a recorded one. It has a schedule when that one had.
func (p *Protocols) makeTurns(ctx context.Context, of recordedRun, tests []string, plan *pauses.Plan, opt confirm.Options, try int) (*turns, error) {
	if of.test != "" {
		c := config.Config{Strategy: "turns", Seed: p.Seed, Early: true, Far: true, Stall: config.DefaultStall}
		return p.makeByStrategy(ctx, of, confirm.StrategyRun{Test: of.test, Config: c, Run: try}, plan, opt)
	}
	run := &turns{target: of.target, tests: tests}
	opt.Calls = p.hooked()
	var err error
	run.OrderedRun, err = confirm.RunInOrder(ctx, p.se.Dir, of.target, tests, plan, opt, try, p.into(run))
	return run, err
}

// into reads a recording into a run.
func (p *Protocols) into(run *turns) func(name string) error {
	return func(name string) error {
		r, _, err := p.calls(name, run.test != "", func(*trace.Trace) *record.Target { return run.target })
		run.recordings = append(run.recordings, r.Recording)
		return err
	}
}

// takeIn uses a confirming run: for the violation that it was made
// for, for others that it happens to show, and as one more observation of how the
// types are used.
func (p *Protocols) takeIn(ctx context.Context, b *breach, others []*breach, run *turns, plan *pauses.Plan) error {
	calm, err := p.asRecorded(ctx, run)
	if err != nil {
		return err
	}
	for _, rec := range run.recordings {
		if err := p.show(ctx, b, rec, run, plan, fmt.Sprintf("made to happen in run %d", b.tries)); err != nil {
			return err
		}
		for _, o := range others {
			// The failure is an effect of the order that was forced, and not of another.
			if o.run.target != b.run.target || !calm && !p.byUser(o) {
				continue
			}
			if err := p.show(ctx, o, rec, run, plan, "seen in a run that was to show another order"); err != nil {
				return err
			}
		}
		if calm || b.harmless() {
			p.remember(rec)
		}
		if calm {
			p.seePairs(rec)
		}
	}
	return nil
}

// show decides a violation by a run that shows it, and keeps the run of a confirmed violation. Effects that
// confirm have to come twice: a test may fail now and then.
func (p *Protocols) show(ctx context.Context, b *breach, rec *typestate.Recording, run *turns, plan *pauses.Plan, when string) error {
	if b.decided() {
		return nil
	}
	if err := p.shownBy(ctx, b, rec, run, when); err != nil || b.status != report.StatusConfirmed {
		return err
	}
	if b.weighed && !b.once {
		b.once, b.status = true, report.StatusPredicted
		return nil
	}
	return p.save(b, plan, run.tests)
}

// shownBy decides a violation by a run, if it shows it. The result of the
// call is not all: a call may return without an error, and do its harm elsewhere.
func (p *Protocols) shownBy(ctx context.Context, b *breach, rec *typestate.Recording, run *turns, when string) error {
	c := rec.Observed(b.Violation)
	if c == nil {
		return nil
	}
	if b.auto.Mined() && byDeadline(c) {
		b.disturbed++
		return nil
	}
	well := b.judge(c, when)
	if b.status == report.StatusConfirmed && p.isError(b, c) {
		b.harm = p.harmOf(b, c, rec, nil)
		return nil
	}
	if well == "" { // so the call by itself, but what came of it?
		b.status, well = report.StatusPredicted, b.reason+"; all else went as in the recorded run"
	}
	if why := run.disturbed(); why != "" {
		b.doubts = append(b.doubts, when+", "+why)
		return nil
	}
	return p.weigh(ctx, b, c, rec, run, when, well)
}

// weigh decides a violation by the end of a run in which the call c was made in the
// wrong place. An error by itself is none: a program that looks at it and goes on as
// before is prepared for it.
func (p *Protocols) weigh(ctx context.Context, b *breach, c *typestate.Call, rec *typestate.Recording, run *turns, when, well string) error {
	failures := p.failures(b, c, rec)
	if run.well() && len(run.Blocked) == 0 && len(failures) == 0 {
		if c.Outcome == typestate.Running && b.Call.Outcome != typestate.Running {
			b.doubts = append(b.doubts, when+notReturned)
			return nil
		}
		b.status, b.reason = report.StatusHarmless, well
		return nil
	}
	free, err := p.courseWithout(ctx, b, run)
	if err != nil {
		return err
	}
	effects, errs, idle := free.effects(run), p.newErrors(b, c, failures, free, run), free.idle(run)
	uncompared := free.uncompared()
	lost := slices.DeleteFunc(slices.Clone(errs), func(e newError) bool { return e.taken })
	switch {
	case uncompared != "":
		b.doubts = append(b.doubts, when+", "+uncompared)
	case len(effects)+len(lost) > 0 && free.timedOut(run):
		b.doubts = append(b.doubts, when+", but a timeout of the program was over, as a pause may bring about")
	case len(effects)+len(lost) > 0:
		b.status, b.reason, b.weighed = report.StatusConfirmed, when+": "+effectsText(c, effects, errs, free.itself), true
		b.harm = p.harmOf(b, c, rec, errs)
	case c.Outcome == typestate.Running && b.Call.Outcome != typestate.Running:
		b.doubts = append(b.doubts, when+notReturned)
	case idle != "":
		b.doubts = append(b.doubts, when+", "+idle)
	case len(errs) > 0:
		b.status, b.reason = report.StatusHarmless, when+": "+errs[0].text+"; that is no harm where the program looks at the error or the call only ends the object, and all else went as in the recorded run"
	default:
		b.status, b.reason = report.StatusHarmless, well
	}
	return nil
}

// notReturned is why a run does not count whose call in the wrong place waits at its end.
const notReturned = ", but the call had not returned when the run ended"

// byDeadline reports whether a call failed because a time was over. Pauses take time.
func byDeadline(c *typestate.Call) bool { return c.Failed() && speaksOfTime(c.Err) }

// failsAnyway reports whether the recorded run, too, has this error of this method in
// this test, if only from another call: which one gets it depends on the order, and
// the test is prepared for it.
func (b *breach) failsAnyway(c *typestate.Call) bool {
	return c.Outcome == typestate.Failed && slices.ContainsFunc(b.run.Calls, func(o *typestate.Call) bool {
		return o.Outcome == typestate.Failed && o.Err == c.Err && o.Type == c.Type && o.Method == c.Method && o.Test == c.Test
	})
}

// A holding is the fate of the calls that confirming runs held back.
type holding struct {
	pauses, idle, late uint64 // see confirm.Stats
	proofs, other      int    // runs
}

// add takes in a run. When no goroutine could run for the first time, all that were held back
// waited for calls that had not come, and the others for those that were held back.
func (h *holding) add(b *breach, run *turns) {
	h.pauses += run.Stats.Paused
	h.idle += run.Stats.Idle
	h.late += run.Stats.Late
	waited := func(r *typestate.Recording) bool { return r.Waited(b.Violation, int(run.Stats.First)) }
	if run.test != "" {
		waited = func(r *typestate.Recording) bool { return r.Waited(b.Violation, r.Broken(b.Violation)) }
	}
	switch {
	case run.Stats.Late == 0 && run.Stats.Polls == 0 && slices.ContainsFunc(run.recordings, waited):
		h.proofs++
	case run.Stats.Paused > 0 || run.test != "":
		h.other++
	}
}

// waits reports whether all runs that held a call back ended so.
func (h *holding) waits() bool { return h.proofs > 0 && h.other == 0 }

// impossible refutes a violation whose first call waits for the later one
// in a way that orders nothing here: plain memory under a lock. For an automaton that
// a person wrote it stays a question.
func (b *breach) impossible() {
	const why = "not possible as far as the runs show: when calls that have to come later were held back no other goroutine could run, so that those before them wait for one of them"
	if b.auto.Mined() {
		b.waits = true
		b.refute(why)
		return
	}
	b.reason = why + " (" + b.reason + ")"
}

// remember keeps the sequences of a run, as far as there is room for them, and counts
// those that are new: automata are mined from them.
func (p *Protocols) remember(rec *typestate.Recording) {
	for _, typ := range p.types {
		more := &mine.Sequences{}
		rec.Sequences(typ, p.keeps(typ), more)
		before := p.sequences.Different(typ)
		p.sequences.Fill(more)
		p.learned += p.sequences.Different(typ) - before
	}
}

// seePairs notes which calls came after which.
func (p *Protocols) seePairs(rec *typestate.Recording) {
	if p.pairs == nil {
		p.pairs = map[[2]lockgraph.EdgeKey]bool{}
	}
	for _, typ := range p.types {
		for _, pair := range rec.Pairs(typ) {
			p.pairs[[2]lockgraph.EdgeKey{p.edge(pair.Call), p.edge(pair.Before)}] = true
		}
	}
}

// withdraw gives up violations of mined automata that no run has decided. Such
// an automaton forbids the calls that no run has shown. By now more has been seen: the
// automata mined last measure a violation, and a finding is two
// calls, which may have come in its order and gone well.
func (p *Protocols) withdraw(list []*breach, automata []*automaton.Automaton) {
	for _, r := range p.runs {
		p.seePairs(r.Recording)
	}
	waits := map[string]bool{} // identities
	for _, b := range list {
		waits[p.id(b)] = waits[p.id(b)] || b.waits
	}
	for _, b := range list {
		if b.decided() || !b.auto.Mined() {
			continue
		}
		last := slices.IndexFunc(automata, func(a *automaton.Automaton) bool { return a.Covers(b.Call.Type) })
		switch {
		case last >= 0 && !b.Forbidden(automata[last]):
			b.refute("mined again with what the confirming runs showed, the automaton allows this order")
		case p.wentWell(b):
			b.refute("the call came after that one of another goroutine in a run, if in another state, and returned without an error")
		case b.tries == 0 && waits[p.id(b)]:
			b.refute("another order of these two calls is not possible as far as the runs show, and this one was not tried")
		}
	}
}

// wentWell reports whether the two calls of a finding came in this order in a run.
func (p *Protocols) wentWell(b *breach) bool {
	c := b.Cause()
	return c != nil && p.pairs[[2]lockgraph.EdgeKey{p.edge(b.Call), p.edge(c)}]
}

// refute says why a violation that was not made to happen is given up. That is less
// than harmless, which only a run can show.
func (b *breach) refute(why string) {
	b.status = report.StatusNotSeen
	if b.reason != "" {
		why += " (" + b.reason + ")"
	}
	b.reason = why
}
