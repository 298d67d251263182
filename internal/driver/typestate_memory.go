package driver

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/driver/testflags"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/typestate"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

// settle decides what confirming runs have left of mined automata. Which order they
// try rests on a recording that does not know what goes through plain memory, as an
// object does that one goroutine leaves for the next one under a lock. So the tests
// are recorded once more, with every access of memory, which is slower and would
// hide too much where a run can decide. An order that what was read there excludes
// is withdrawn.
func (p *protocols) settle(ctx context.Context, list []*breach) {
	open := slices.DeleteFunc(slices.Clone(list), func(b *breach) bool { return b.decided() || !b.auto.Mined() || b.run.target == nil })
	if len(open) == 0 || p.Tries == 0 || !p.again || p.Memory || ctx.Err() != nil {
		return
	}
	p.se.progress.say("recording with memory")
	runs, err := p.withMemory(ctx)
	if err != nil {
		p.note("what is not decided was not looked at with plain memory recorded: %v", err)
		return
	}
	known := map[predicted]map[string]bool{}
	for _, b := range open {
		if p.excluded(b, runs, known) {
			b.refute("with plain memory recorded as well, what the run read excludes this order of the two calls")
		}
	}
}

// withMemory records once more, without showing what the tests write.
func (p *protocols) withMemory(ctx context.Context) ([]recordedRun, error) {
	own := testflags.Own{NoCondvar: true, NoStatic: true, Memory: true}
	se, err := newSession(ctx, Streams{Out: io.Discard, Err: io.Discard}, own, p.se.work)
	if err != nil {
		return nil, err
	}
	defer se.close()
	again := *p.protocolRun
	again.Own = own
	q := &protocols{protocolRun: &again, se: se, table: p.table, above: p.above, given: p.given}
	if err := q.run(ctx); err != nil {
		return nil, err
	}
	if err := q.read(); err != nil {
		return nil, err
	}
	for _, n := range q.notes {
		p.note("with plain memory recorded: %s", n)
	}
	return q.runs, nil
}

// predicted is a question that is asked once for all violations of an automaton.
type predicted struct {
	auto *automaton.Automaton
	run  *typestate.Recording
}

// excluded reports whether the two calls of a violation were made on one object in
// runs of its target, and are not found in its order there.
func (p *protocols) excluded(b *breach, runs []recordedRun, known map[predicted]map[string]bool) bool {
	made := false
	for _, r := range runs {
		if r.target == nil || r.target.Package != b.run.target.Package || r.target.Test != b.run.target.Test || !r.Together(b.Violation) {
			continue
		}
		made = true
		key := predicted{b.auto, r.Recording}
		if known[key] == nil {
			known[key] = p.identities(r, b.auto)
		}
		if known[key][p.id(b)] {
			return false
		}
	}
	return made
}

// identities are those of the violations of a run.
func (p *protocols) identities(r recordedRun, a *automaton.Automaton) map[string]bool {
	ids := map[string]bool{}
	found, stats := r.Check(a, typestate.Options{Order: p.order(), Lattice: p.lattice})
	for _, v := range found {
		ids[p.id(&breach{Violation: v, auto: a, run: r, status: report.StatusPredicted})] = true
	}
	if !stats.Complete() {
		p.note("%s: with plain memory recorded not every order was looked at: %s", a.Type, fmt.Sprintf("%d levels were cut off at -w, %d calls came after -l", stats.CutByWidth, stats.CutByLookahead))
	}
	return ids
}
