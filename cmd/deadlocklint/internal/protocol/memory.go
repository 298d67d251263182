package protocol

import (
	"context"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
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
func (p *Protocols) settle(ctx context.Context, list []*breach) {
	open := slices.DeleteFunc(slices.Clone(list), func(b *breach) bool { return b.decided() || !b.auto.Mined() || !b.seen || b.run.target == nil })
	if len(open) == 0 || p.Tries == 0 || !p.again || p.Memory || ctx.Err() != nil || p.isOver() {
		return
	}
	p.se.Progress.Say("recording with memory")
	runs, err := p.withMemory(ctx, testsOf(open))
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

// testsOf is a pattern of the tests in which the calls of violations were made, "" for
// all. Of a recording of memory there should not be more than is needed.
func testsOf(list []*breach) string {
	var names []string
	for _, b := range list {
		name, _, _ := strings.Cut(b.Call.Test, "/")
		if name == "" {
			return ""
		}
		names = append(names, regexp.QuoteMeta(name))
	}
	slices.Sort(names)
	return "^(" + strings.Join(slices.Compact(names), "|") + ")$"
}

// withMemory records some tests once more, without showing what they write. A recording
// that is not complete would show orders, and not that there is none.
func (p *Protocols) withMemory(ctx context.Context, tests string) ([]recordedRun, error) {
	own := flags.Values{NoCondvar: true, NoStatic: true, Memory: true}
	se, err := session.New(ctx, command.Streams{Out: io.Discard, Err: io.Discard}, own, p.se.Go)
	if err != nil {
		return nil, err
	}
	defer se.Close()
	again := *p.protocolRun
	again.Values = own
	if tests != "" {
		again.Protocol.Run = tests
	}
	q := &Protocols{protocolRun: &again, se: se, table: p.table, above: p.above, given: p.given, again: p.again, deadline: p.deadline}
	if err := q.run(ctx); err != nil {
		return nil, err
	}
	if err := q.read(); err != nil {
		return nil, err
	}
	if err := q.withSchedules(ctx); err != nil {
		return nil, err
	}
	if len(q.notes) > 0 {
		return nil, errors.New(q.notes[0])
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
func (p *Protocols) excluded(b *breach, runs []recordedRun, known map[predicted]map[string]bool) bool {
	made := false
	for _, r := range runs {
		if r.target == nil || r.target.Package != b.run.target.Package || r.target.Test != b.run.target.Test || !r.SameObject(b.Violation) {
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
func (p *Protocols) identities(r recordedRun, a *automaton.Automaton) map[string]bool {
	ids := map[string]bool{}
	found, stats := r.Check(a, typestate.Options{Order: typestate.Soft, Lattice: p.lattice})
	for _, v := range found {
		ids[p.id(&breach{Violation: v, auto: a, run: r, status: report.StatusPredicted})] = true
	}
	if !stats.Complete() {
		p.note("%s: with plain memory recorded not every order was looked at: %d levels were cut off at -x w, %d calls came after -x l", a.Type, stats.CutByWidth, stats.CutByLookahead)
	}
	return ids
}
