package protocol

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/protocol/sources"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// moduleProtocols returns what the files of the module and the comments on types
// ask for, or nil when there are none. The run says which packages are tested.
func moduleProtocols(ctx context.Context, se *session.Session, r *protocolRun) (*Protocols, error) {
	r.form, r.Values, r.Dir = flags.Protocols, se.Values, se.Root()
	if err := r.FindFiles(); err != nil {
		return nil, err
	}
	above, err := r.Commented(ctx, se.Work)
	switch {
	case command.IsUsage(err) || ctx.Err() != nil:
		return nil, err
	case err != nil: // the build will say more
		se.LeftOut("protocols in comments are not checked", err)
	}
	given, err := r.Given(r.Automata)
	if err != nil {
		return nil, err
	}
	sequences, err := r.ReadSequences()
	if err != nil {
		return nil, err
	}
	r.types = sources.Types(slices.Concat(above, given), sequences)
	if len(r.types) == 0 {
		return nil, nil
	}
	r.Sequences = "" // sequences that are learned here are forgotten
	return &Protocols{protocolRun: r, se: se, given: given, above: above, sequences: sequences}, nil
}

// Watch makes the calls of the types visible that the files of the
// module are about, and puts the overlay to build with into p. It returns nil when
// there is nothing to check. A file that cannot be rewritten is recorded without its calls.
func Watch(ctx context.Context, se *session.Session, p *testflags.CommandLine) (*Protocols, error) {
	r := &protocolRun{Search: sources.Search{Packages: p.Packages, Flags: session.LoadFlags(se.Replay.Build), Lists: se.Lists}}
	if len(r.Packages) == 0 {
		r.Packages = []string{"."}
	}
	calls, err := moduleProtocols(ctx, se, r)
	if err != nil || calls == nil {
		return nil, err
	}
	opt := calls.options()
	opt.User = p.Overlay
	table, err := se.CallSites(ctx, opt)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		se.LeftOut("protocols are not checked", err)
		return nil, nil
	}
	if len(table.Sites) == 0 {
		fmt.Fprintf(se.Streams.Err, "deadlocklint: protocols are not checked: no call of a method of %d types in these packages; name others, or remove %s and the comments on types\n", len(calls.protocolRun.types), sources.AutomataFile)
		return nil, nil
	}
	calls.table, se.HookCalls = table, calls.hooked()
	se.Replay.Calls = &schedule.CallSites{Patterns: opt.Patterns, Types: opt.Types, Std: opt.Std, Written: opt.Written, Tests: opt.Tests, All: opt.All}
	p.Overlay = table.Overlay
	return calls, nil
}

// CheckRecorded checks what was recorded against the protocols of the module
// and confirms what it finds until the deadline, like the rest of the session. Recordings under schedules
// end with the context within, and have a third of the time.
func (p *Protocols) CheckRecorded(ctx, within context.Context, deadline time.Time, stats *report.Stats) ([]report.Finding, error) {
	if err := p.read(); err != nil {
		p.note("protocols are not checked: %v", err)
		p.writeNotes()
		return nil, nil
	}
	p.deadline = deadline
	share, cancel := p.untilShare(within)
	defer cancel()
	if err := p.underSchedules(ctx, share); err != nil {
		return nil, err
	}
	if err := p.selectTypes(); err != nil {
		return nil, err
	}
	for _, r := range p.runs {
		for _, t := range p.types {
			r.Sequences(t, p.keeps(t), p.sequences)
		}
	}
	automata, err := p.mine()
	if err != nil {
		return nil, err
	}
	if err := p.countUnseen(ctx, automata); err != nil {
		return nil, err
	}
	stats.UnseenCalls = p.unseen
	breaches, _, automata, err := p.decide(ctx, automata)
	if err != nil {
		return nil, err
	}
	p.noteNative()
	p.drawnAll(automata, stats)
	var findings []report.Finding
	for _, b := range breaches {
		stats.Tries += b.tries
		if p.Verbose || !p.isQuiet(b) {
			findings = append(findings, p.finding(b))
		}
	}
	if n := len(breaches) - len(findings); n > 0 {
		p.note("%d orders of calls that the protocols do not have are harmless, or no run has confirmed them: deadlocklint typestate check -v shows them", n)
	}
	p.writeNotes()
	return findings, nil
}
