package protocol

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/protocol/program"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/protocol/sources"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/fuzzer/pauses"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/goenv"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/typestate"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

// Replay makes a confirmed violation happen again: it records the tests or the program
// as the schedule says, and forces the order of the calls. The module is in root.
func Replay(ctx context.Context, s command.Streams, own flags.Values, root string, sch *schedule.Schedule) error {
	a, err := sch.Calls.ParseAutomaton()
	if err != nil {
		return err
	}
	own.NoCondvar, own.NoStatic = true, true
	env := goenv.Read(ctx, filepath.Join(root, sch.From))
	if len(sch.Stdin) > 0 {
		s.In = bytes.NewReader(sch.Stdin)
	}
	se, err := session.New(ctx, s, own, env)
	if err != nil {
		return err
	}
	defer se.Close()
	p := &Protocols{protocolRun: replayRun(own, se.Work, sch), se: se, given: []*automaton.Automaton{a}}
	f, err := p.replayed(ctx, sch, a)
	if err != nil {
		return se.Fail(err, nil)
	}
	return se.Report([]report.Finding{f}, report.Stats{Tries: f.Dynamic.Tries})
}

// replayed is the finding of a schedule, with the verdict of its runs.
func (p *Protocols) replayed(ctx context.Context, sch *schedule.Schedule, a *automaton.Automaton) (f report.Finding, err error) {
	if err := p.collect(ctx); err != nil {
		return f, err
	}
	plan, want, err := p.planned(sch.Calls, a)
	if err != nil {
		return f, err
	}
	target, err := p.targetOf(sch.Package)
	if err != nil {
		return f, err
	}
	return p.replayOn(ctx, target, sch, a, plan, want)
}

// replayRun is the invocation that a schedule describes.
func replayRun(own flags.Values, dir string, sch *schedule.Schedule) *protocolRun {
	own.Protocol.Run = sch.Calls.Run
	r := &protocolRun{Values: own, form: flags.Replay, args: sch.Args, types: sch.Calls.Types}
	r.Search = sources.Search{
		Dir: dir, Packages: sch.Calls.Packages, Program: sch.Replay.Kind == schedule.KindRun, Flags: session.LoadFlags(sch.Replay.Build),
	}
	return r
}

// planned finds the call sites of a schedule in the program as it is now.
func (p *Protocols) planned(s *schedule.Calls, a *automaton.Automaton) (*pauses.Plan, typestate.Violation, error) {
	ids := map[string]int{}
	for _, site := range p.table.Sites {
		ids[p.sitePos(site)] = site.ID
	}
	plan := &pauses.Plan{NCalls: len(s.Steps), Abstraction: 2}
	last := 0
	for i, step := range append(s.Steps[:len(s.Steps):len(s.Steps)], schedule.Step{At: s.At, Hook: s.Hook}) {
		id := cmp.Or(int(step.Hook), ids[step.At])
		if last = id; id == 0 {
			return nil, typestate.Violation{}, fmt.Errorf("there is no call at %s any more; let typestate check look again", step.At)
		}
		if i < len(s.Steps) {
			plan.Calls[i] = pauses.Call{G: step.G, Site: uint32(id), Count: step.Count}
		}
	}
	return plan, typestate.Expect(a, last, s.State), nil
}

// targetOf finds the program of a package among those that were run.
func (p *Protocols) targetOf(pkg string) (*record.Target, error) {
	for _, r := range p.runs {
		if r.target != nil && r.target.Package == pkg {
			return r.target, nil
		}
	}
	return nil, fmt.Errorf("%s was not run; let typestate check look again", pkg)
}

// replayedRun is the run with which that of a schedule is compared: of a target, or of the test that the schedule is of.
func (p *Protocols) replayedRun(ctx context.Context, t *record.Target, s *schedule.Calls) (recordedRun, error) {
	tests := s.Tests
	if p.Program {
		tests = []string{program.Test}
	}
	if !s.ByStrategy || len(tests) != 1 {
		return p.runs[slices.IndexFunc(p.runs, func(r recordedRun) bool { return r.target == t })], nil
	}
	p.free = map[testOf][]*turns{}
	runs, err := p.ofTest(ctx, testOf{t, tests[0]})
	switch {
	case err != nil:
		return recordedRun{}, err
	case len(runs) == 0:
		return recordedRun{}, fmt.Errorf("%s does not come to its end under a schedule; let typestate check look again", p.named(tests[0]))
	}
	p.runs = runs
	return runs[0], nil
}

func (p *Protocols) replayOn(ctx context.Context, target *record.Target, s *schedule.Schedule, a *automaton.Automaton, plan *pauses.Plan, want typestate.Violation) (report.Finding, error) {
	f := s.Finding
	f.Replay = ""
	f.Status, f.Dynamic.Verdict, f.Dynamic.Reason = report.StatusNotReached, report.VerdictNotReached, "not seen again"
	f.Dynamic.Tries = 0
	p.types = append([]string{a.Type}, a.Also...)
	of, err := p.replayedRun(ctx, target, s.Calls)
	if err != nil {
		return f, err
	}
	b := &breach{Violation: want, auto: a, run: of}
	for try := 0; try < max(p.Tries, 1) && ctx.Err() == nil && f.Status != report.StatusConfirmed; try++ {
		run, err := p.makeTurns(ctx, of, s.Calls.Tests, plan, p.se.Options(), try)
		if err != nil {
			return f, err
		}
		f.Dynamic.Tries++
		if f.Status, f.Dynamic.Reason, err = p.shownAgain(ctx, b, run, f.Dynamic.Tries); err != nil {
			return f, err
		}
		if f.Status == report.StatusConfirmed {
			f.Dynamic.Verdict = report.VerdictConfirmed
		}
	}
	if f.Status != report.StatusConfirmed && ctx.Err() != nil {
		return f, errors.New("the violation did not happen again; it was interrupted")
	}
	return f, nil
}

// shownAgain is the verdict of a schedule's run on its violation. A violation that is not
// confirmed again is not reached: another run may show it.
func (p *Protocols) shownAgain(ctx context.Context, b *breach, run *turns, try int) (report.Status, string, error) {
	b.status, b.reason, b.doubts = report.StatusNotReached, "not seen again", nil
	for _, rec := range run.recordings {
		if b.decided() {
			break
		}
		if err := p.shownBy(ctx, b, rec, run, fmt.Sprintf("made to happen again in run %d", try)); err != nil {
			return "", "", err
		}
	}
	switch {
	case len(b.doubts) > 0 && !b.decided():
		b.reason = b.doubts[0]
	case b.harmless():
		b.status = report.StatusNotReached
	}
	return b.status, b.reason, nil
}
