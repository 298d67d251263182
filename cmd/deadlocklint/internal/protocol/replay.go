package protocol

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/fuzzer/sched"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/typestate"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

// replay makes a confirmed violation happen again.
func (r *protocolRun) replay(ctx context.Context, s command.Streams) error {
	if len(r.Packages) != 1 {
		return command.Usage(errors.New("which schedule? say deadlocklint typestate replay FILE"))
	}
	sch, a, err := schedule.ReadCalls(r.Packages[0])
	if err != nil {
		return err
	}
	r.Packages, r.Program, r.args, r.tests, r.types, r.Flags = sch.Packages, sch.Program, sch.Args, sch.Run, sch.Types, sch.Flags
	se, err := session.New(ctx, s, r.Own, r.Dir)
	if err != nil {
		return err
	}
	defer se.Close()
	p := &Protocols{protocolRun: r, se: se, given: []*automaton.Automaton{a}}
	if err := p.collect(ctx); err != nil {
		return err
	}
	plan, want, err := p.planned(sch, a)
	if err != nil {
		return err
	}
	target, err := p.targetOf(sch.Target)
	if err != nil {
		return err
	}
	return p.replayOn(ctx, target, sch, a, plan, want)
}

// planned finds the call sites of a schedule in the program as it is now.
func (p *Protocols) planned(s *schedule.Calls, a *automaton.Automaton) (*sched.Plan, typestate.Violation, error) {
	ids := map[string]int{}
	for _, site := range p.table.Sites {
		ids[p.sitePos(site)] = site.ID
	}
	plan := &sched.Plan{NCalls: len(s.Steps), Abstraction: 2}
	last := 0
	for i, step := range append(s.Steps[:len(s.Steps):len(s.Steps)], schedule.Step{At: s.At, Hook: s.Hook}) {
		id := cmp.Or(int(step.Hook), ids[step.At])
		if last = id; id == 0 {
			return nil, typestate.Violation{}, fmt.Errorf("there is no call at %s any more; let typestate check look again", step.At)
		}
		if i < len(s.Steps) {
			plan.Calls[i] = sched.Call{G: step.G, Site: uint32(id), Count: step.Count}
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

// runOf is a run of a target.
func (p *Protocols) runOf(t *record.Target) recordedRun {
	return p.runs[slices.IndexFunc(p.runs, func(r recordedRun) bool { return r.target == t })]
}

func (p *Protocols) replayOn(ctx context.Context, target *record.Target, s *schedule.Calls, a *automaton.Automaton, plan *sched.Plan, want typestate.Violation) error {
	f := s.Finding
	f.Replay = ""
	f.Status, f.Dynamic.Verdict, f.Dynamic.Reason = report.StatusNotReached, report.VerdictNotReached, "not seen again"
	f.Dynamic.Tries = 0
	b := &breach{Violation: want, auto: a, run: p.runOf(target)}
	for try := 0; try < p.Tries && ctx.Err() == nil && f.Status != report.StatusConfirmed; try++ {
		run, err := p.makeTurns(ctx, target, s.Tests, plan, p.se.Options(), try)
		if err != nil {
			return err
		}
		f.Dynamic.Tries++
		for _, rec := range run.recordings {
			if c := rec.Observed(want); c != nil {
				b.judge(c, fmt.Sprintf("made to happen again in run %d", f.Dynamic.Tries))
				f.Dynamic.Reason = b.reason
				if !b.harmless {
					f.Status, f.Dynamic.Verdict = report.StatusConfirmed, report.VerdictConfirmed
				}
			}
		}
	}
	p.se.Progress.Done()
	if !p.JSON {
		fmt.Fprintf(p.se.Streams.Out, "%s: %s: %s\n  %s\n", f.Pos, f.Status, f.Message, f.Dynamic.Reason)
	} else if err := writeDocument(p.se.Streams.Out, []report.Finding{f}, report.Stats{Tries: f.Dynamic.Tries}); err != nil {
		return err
	}
	if status := report.ExitStatus([]report.Finding{f}, false); status != 0 {
		return command.Exit(status)
	}
	return nil
}
