package protocol

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/fuzzer/confirm"
	"github.com/deadlocklint/deadlocklint/fuzzer/pauses"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/wording"
	"github.com/deadlocklint/deadlocklint/typestate"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
	"github.com/deadlocklint/deadlocklint/typestate/lattice"
	"github.com/deadlocklint/deadlocklint/typestate/mine"
)

// A breach is a violation on its way to a finding.
type breach struct {
	typestate.Violation
	auto   *automaton.Automaton
	run    recordedRun
	status report.Status
	reason string
	tries  int
	replay string

	disturbed int      // runs in which the call ended by a deadline of the program
	stopped   string   // when a run was that did not end
	doubts    []string // why runs in which all seemed to go well do not count
	waits     bool     // for a call that would have to come later: see impossible
	seen      bool     // all synchronisation of the run leaves the order open: see typestate.Violation.Seen
	harm      harm     // of a confirmed violation
	weighed   bool     // its effect has confirmed it, and not the call by itself
	once      bool     // so in one run
}

// maxRounds is how often automata are mined again because an order that they
// forbade was made to happen and went well.
const maxRounds = 8

// check looks for violations, confirms them, and reports. A violation that turns out to
// be harmless was one more right sequence: the automata are mined again with it,
// until nothing new is learned.
func (p *Protocols) check(ctx context.Context, automata []*automaton.Automaton) error {
	breaches, states, automata, err := p.decide(ctx, automata)
	if err != nil {
		return err
	}
	found, err := p.findFailures(ctx)
	if err != nil {
		return err
	}
	found = p.unshown(found, breaches)
	if err := p.saveSequences(); err != nil {
		return err
	}
	p.noteNative()
	return p.report(untold(breaches, found), found, states, automata)
}

// decide looks for violations and confirms them. It returns one of each identity,
// the number of states looked at, and the automata at the end.
func (p *Protocols) decide(ctx context.Context, automata []*automaton.Automaton) (found []*breach, states int, last []*automaton.Automaton, err error) {
	var breaches []*breach
	known, missed := map[string]bool{}, map[string]int{}
	for round := 1; ; round++ {
		fresh, n := p.violations(ctx, automata, known)
		states += n
		before := p.learned
		if err := p.confirmAll(ctx, fresh, known, missed); err != nil {
			return nil, 0, nil, err
		}
		breaches = append(breaches, fresh...)
		if p.learned == before && !slices.ContainsFunc(fresh, (*breach).decided) {
			break
		}
		if round == maxRounds {
			p.note("the automata were mined %d times and still learn; say check again with -sequences", maxRounds)
			break
		}
		if automata, err = p.mine(); err != nil {
			return nil, 0, nil, err
		}
	}
	p.withdraw(breaches, automata)
	p.settle(ctx, breaches)
	return distinct(p.strongest(breaches)), states, automata, nil
}

// confirmAll confirms one violation after the other. known are identities that are
// confirmed, missed counts the orders of each that were not reached.
func (p *Protocols) confirmAll(ctx context.Context, fresh []*breach, known map[string]bool, missed map[string]int) error {
	for i, b := range fresh {
		id := p.id(b)
		switch {
		case b.decided() || known[id]: // meanwhile, by the run of another one
		case missed[id] == maxOrders:
			b.reason = fmt.Sprintf("not tried: %d other orders that come to the same were not reached", maxOrders)
		default:
			p.se.Progress.Say("confirming %d of %d%s: %s", i+1, len(fresh), p.timeLeft(), p.message(b))
			if err := p.confirm(ctx, b, fresh[i+1:]); err != nil {
				return err
			}
			if !b.decided() && b.tries > 0 {
				missed[id]++
			}
		}
		known[id] = known[id] || b.status == report.StatusConfirmed
	}
	return nil
}

// strongest keeps the strongest violation of each identity: confirmed, not
// decided, withdrawn or harmless, in this order.
func (p *Protocols) strongest(list []*breach) []*breach {
	rank := func(b *breach) int {
		switch {
		case b.status == report.StatusConfirmed:
			return 3
		case b.harmless():
			return 0
		case b.withdrawn():
			return 1
		}
		return 2
	}
	at := map[string]int{}
	var kept []*breach
	for _, b := range list {
		i, ok := at[p.id(b)]
		switch {
		case !ok:
			at[p.id(b)] = len(kept)
			kept = append(kept, b)
		case rank(b) > rank(kept[i]):
			kept[i] = b
		}
	}
	return kept
}

// maxOrders is how many orders that come to the same violation are tried before
// the automata are mined again.
const maxOrders = 4

// violations are those that are not known, at most maxOrders of each identity
// (others are for the next round), and the number of states looked at.
func (p *Protocols) violations(ctx context.Context, automata []*automaton.Automaton, known map[string]bool) ([]*breach, int) {
	var fresh []*breach
	seen := map[string]int{}
	states := 0
	opt := p.lattice
	ctx, cancel := p.untilShare(ctx)
	defer cancel()
	opt.Done = ctx.Done()
	for _, a := range automata {
		p.se.Progress.Say("checking %s", a.Type)
		for _, r := range p.runs {
			found, stats := r.Check(a, typestate.Options{Order: p.order(), Lattice: opt})
			states += stats.States
			p.noteCut(a, stats)
			if n := r.Unchecked(a); n > 0 {
				p.note("%s: %d calls are not checked: those after the first %d of an object, from which the automaton was mined; one that a person writes is checked to the end", a.Type, n, mine.MaxSequence)
			}
			for _, v := range found {
				if p.isLeftOut(v) {
					continue
				}
				b := &breach{Violation: v, auto: a, run: r, status: report.StatusPredicted}
				id := p.id(b)
				key := id + " " + v.Order()
				if !known[id] && !known[key] && seen[id] < maxOrders {
					known[key] = true
					seen[id]++
					b.seen = v.RespectsSoft()
					fresh = append(fresh, b)
				}
			}
		}
	}
	slices.SortStableFunc(fresh, func(a, b *breach) int { return cmp.Compare(a.rank(), b.rank()) })
	return fresh, states
}

// rank is lower for a likelier violation: the soft order leaves it open.
func (b *breach) rank() int {
	if b.seen {
		return 0
	}
	return 1
}

// triesOf is how many runs a violation gets. A violation against the order of a channel or
// an atomic gets one.
func (p *Protocols) triesOf(b *breach) int {
	if b.seen || !b.auto.Mined() {
		return p.Tries
	}
	return min(p.Tries, 1)
}

// checkShare is the part of the time that is left which a check of all automata may take: the
// rest is for runs.
const checkShare = 3

// untilShare ends a check when its share of the budget is used up.
func (p *Protocols) untilShare(ctx context.Context) (context.Context, context.CancelFunc) {
	if p.deadline.IsZero() {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(p.deadline)/checkShare)
}

// noteCut says what the heuristic left out.
func (p *Protocols) noteCut(a *automaton.Automaton, s lattice.Stats) {
	if s.Complete() {
		return
	}
	p.note("%s: not every order was looked at: %d levels were cut off at -x w, %d calls came after -x l, %d were left; raise them, or write -x exhaustive=true",
		a.Type, s.CutByWidth, s.CutByLookahead, s.Unfinished)
}

// confirm makes the order of a violation happen, or finds out what becomes of it.
// Its runs may decide others as well.
func (p *Protocols) confirm(ctx context.Context, b *breach, others []*breach) error {
	if b.Observed {
		p.observed(b)
		return nil
	}
	plan, why := planOf(b.Violation)
	switch {
	case p.Tries == 0:
		return nil
	case p.isOver():
		b.reason = "not tried: the time of -time is used up"
		return nil
	case why != "":
		b.reason = "not tried: " + why
		return nil
	case b.run.target == nil:
		b.reason = "not tried: the program that was recorded is not known here"
		return nil
	}
	return p.force(ctx, b, others, plan)
}

// again is how many further runs a violation gets that one run has confirmed, or that a
// disturbed run has shown, or that was let go since a pause was too long.
const again = 2

// timeLeft words what is left of the budget, for the progress.
func (p *Protocols) timeLeft() string {
	if p.deadline.IsZero() {
		return ""
	}
	return fmt.Sprintf(", %s left", max(0, time.Until(p.deadline)).Round(time.Second))
}

// isOver reports whether the time of -time is used up.
func (p *Protocols) isOver() bool { return !p.deadline.IsZero() && time.Now().After(p.deadline) }

// force makes up to -tries runs with a plan.
func (p *Protocols) force(ctx context.Context, b *breach, others []*breach, plan *pauses.Plan) error {
	opt := p.se.Options()
	opt.Deadline = p.deadline
	var held holding
	tries := p.triesOf(b)
	for try := 0; try < tries || (b.once || len(b.doubts) > 0 || held.late > 0) && try < tries+again; try++ {
		tests := []string{}
		if b.Call.Test != "" && (try+1 < tries || b.auto.Mined()) { // the last try runs all tests, which says nothing of a mined one
			tests = []string{b.Call.Test}
		}
		run, err := p.makeTurns(ctx, b.run, tests, plan, opt, try)
		if err != nil {
			return err
		}
		b.tries++
		if ctx.Err() != nil {
			break // it was ended by the interrupt, and says nothing
		}
		held.add(b, run)
		if err := p.takeIn(ctx, b, others, run, plan); err != nil || b.decided() {
			return err
		}
		if run.TimedOut {
			b.stopped = run.TimeLimit.String()
			break // it would take as long again
		}
	}
	b.status = report.StatusNotReached
	if ctx.Err() != nil {
		b.reason = fmt.Sprintf("interrupted in run %d, and not seen before", b.tries)
		return nil
	}
	b.unseen(held)
	return nil
}

// unseen says what became of a violation that no run has shown.
func (b *breach) unseen(held holding) {
	if b.run.test != "" {
		b.reason = fmt.Sprintf("not seen in %s that kept the order of the calls as far as they came", wording.Counted(b.tries, "run"))
	} else {
		b.reason = fmt.Sprintf("not seen in %d runs (%d pauses, %d ended because no other goroutine could run, %d because they were too long)", b.tries, held.pauses, held.idle, held.late)
	}
	if b.once {
		b.reason = fmt.Sprintf("not decided: it went wrong in one of %d runs, and not again", b.tries)
		return
	}
	if n := len(b.doubts); n > 0 {
		b.reason = fmt.Sprintf("not decided in %d runs: %s", b.tries, b.doubts[n-1])
		return
	}
	if b.stopped != "" {
		b.reason += "; the last one did not end and was stopped " + b.stopped
		return
	}
	if b.disturbed > 0 {
		b.reason += fmt.Sprintf("; in %d a deadline of the program ended the call, as a pause may bring about", b.disturbed)
		return
	}
	if held.waits() {
		b.impossible()
	}
}

// judge says what a call in the forbidden state means by itself: it confirms the
// violation, or returns how it went well. The call alone is an error
// only when a person wrote the automaton: a mined one may just not have seen
// enough. A failure that the recorded run had at
// the same call is no error either: tests make calls that have to fail.
func (b *breach) judge(c *typestate.Call, when string) (well string) {
	switch {
	case c == b.Call && b.auto.Mined():
		return when + ": the object is used on after a call that failed, which a mined automaton knows nothing about"
	case c.Failed() && b.auto.Mined() && (b.Call.Failed() || b.failsAnyway(c)):
		return when + ": the call fails in the recorded run, too, and all else went as there"
	case c.Outcome == typestate.Unwound:
		b.status, b.reason = report.StatusConfirmed, when+": the call panicked"
	case c.Failed():
		b.status, b.reason = report.StatusConfirmed, when+": the call returned the error: "+c.Err
	case !b.auto.Mined() && c.Outcome == typestate.Running:
		b.status, b.reason = report.StatusConfirmed, when+": the call was made in the forbidden state, and had not returned at the end"
	case !b.auto.Mined():
		b.status, b.reason = report.StatusConfirmed, when+": the call was made in the forbidden state, and returned without an error"
	case c.Outcome == typestate.Running:
		return when + ": the call had not returned at the end, as in the recorded run, and all else went as there"
	default:
		return when + ": the call returned without an error and the whole run went as the recorded one, so the mined automaton is too narrow; with -sequences it is learned from"
	}
	return ""
}

// observed decides a violation that the recorded run itself shows. There is nothing to
// compare that run with: a failed run may have failed for this reason. An error that
// is no violation by itself, as in weigh, is none here: the verdict must not depend on which of
// two orders was recorded.
func (p *Protocols) observed(b *breach) {
	well := b.judge(b.Call, "in the recorded run")
	if well == "" && !p.isError(b, b.Call) {
		well = b.reason + "; that is no harm where the program looks at the error or the call only ends the object"
	}
	switch {
	case well == "":
	case b.run.failed:
		b.refute(well + "; that run failed, it is not known why")
	default:
		b.status, b.reason = report.StatusHarmless, well
	}
}

// planOf is the plan that brings about the order of a violation.
func planOf(v typestate.Violation) (*pauses.Plan, string) {
	steps, needed := v.Steps()
	if needed > pauses.MaxCalls {
		return nil, fmt.Sprintf("%d calls have to be made in another order, more than %d", needed, pauses.MaxCalls)
	}
	steps = steps[:min(len(steps), pauses.MaxCalls)]
	plan := &pauses.Plan{NCalls: len(steps), Abstraction: 2}
	for i, s := range steps {
		plan.Calls[i] = pauses.Call{G: s.G, Site: uint32(s.Site), Count: s.Count}
	}
	return plan, ""
}

// hookOf is the number of a site when it is made of a stack.
func hookOf(site int) uint32 {
	if site < trace.HookSite {
		return 0
	}
	return uint32(site)
}

// save keeps a confirmed violation and names the command that replays it.
func (p *Protocols) save(b *breach, plan *pauses.Plan, tests []string) error {
	s := p.se.Schedule(b.run.target, &confirm.Result{Plan: &pauses.Plan{}, Args: p.args})
	s.Plan, s.Prefix = nil, nil // the go command runs the tests
	if rel, err := filepath.Rel(s.Root, p.Dir); err == nil && filepath.IsLocal(rel) {
		s.From = rel
	}
	s.Replay = schedule.Build{Kind: schedule.KindTest, Build: p.Flags}
	if p.Program {
		s.Replay.Kind, s.Test, tests = schedule.KindRun, false, nil
	} else {
		s.Stdin = nil
	}
	s.Calls = &schedule.Calls{
		Packages: p.Packages, Run: p.Protocol.Run, Types: p.protocolRun.types, Tests: tests, ByStrategy: b.run.test != "",
		Automaton: string(automaton.Format(b.auto)), At: p.pos(b.Call), Hook: hookOf(b.Call.Site), State: b.State,
	}
	for _, step := range plan.Calls[:plan.NCalls] {
		site, _ := p.table.Site(int(step.Site))
		s.Calls.Steps = append(s.Calls.Steps, schedule.Step{G: step.G, At: p.sitePos(site), Count: step.Count, Hook: hookOf(int(step.Site))})
	}
	b.replay = p.se.KeepSchedule(s, p.id(b), func(replay string) report.Finding {
		b.replay = replay
		return p.finding(b)
	})
	return nil
}
