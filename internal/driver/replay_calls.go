package driver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/fuzzer/sched"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/typestate"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

// replay makes a confirmed violation happen again.
func (r *protocolRun) replay(ctx context.Context, s Streams) error {
	if len(r.packages) != 1 {
		return Usage(errors.New("which schedule? say deadlocklint typestate replay FILE"))
	}
	sch, a, err := readCallSchedule(r.packages[0])
	if err != nil {
		return err
	}
	r.packages, r.program, r.args, r.tests, r.types, r.flags = sch.Packages, sch.Program, sch.Args, sch.Run, sch.Types, sch.Flags
	se, err := newSession(ctx, s, r.Own, r.dir)
	if err != nil {
		return err
	}
	defer se.close()
	p := &protocols{protocolRun: r, se: se, given: []*automaton.Automaton{a}}
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
func (p *protocols) planned(s *callSchedule, a *automaton.Automaton) (*sched.Plan, typestate.Violation, error) {
	ids := map[string]int{}
	for _, site := range p.table.Sites {
		ids[p.sitePos(site)] = site.ID
	}
	plan := &sched.Plan{NCalls: len(s.Steps), Abstraction: 2}
	last := 0
	for i, step := range append(s.Steps[:len(s.Steps):len(s.Steps)], callStep{At: s.At, Hook: s.Hook}) {
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
func (p *protocols) targetOf(pkg string) (*record.Target, error) {
	for _, r := range p.runs {
		if r.target != nil && r.target.Package == pkg {
			return r.target, nil
		}
	}
	return nil, fmt.Errorf("%s was not run; let typestate check look again", pkg)
}

// runOf is a run of a target.
func (p *protocols) runOf(t *record.Target) recordedRun {
	return p.runs[slices.IndexFunc(p.runs, func(r recordedRun) bool { return r.target == t })]
}

func (p *protocols) replayOn(ctx context.Context, target *record.Target, s *callSchedule, a *automaton.Automaton, plan *sched.Plan, want typestate.Violation) error {
	f := s.Finding
	f.Replay = ""
	f.Status, f.Dynamic.Verdict, f.Dynamic.Reason = report.StatusNotReached, report.VerdictNotReached, "not seen again"
	f.Dynamic.Tries = 0
	b := &breach{Violation: want, auto: a, run: p.runOf(target)}
	for try := 0; try < p.Tries && ctx.Err() == nil && f.Status != report.StatusConfirmed; try++ {
		run, err := p.makeTurns(ctx, target, s.Tests, plan, p.se.options(), try)
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
	p.se.progress.done()
	if !p.JSON {
		fmt.Fprintf(p.se.streams.Out, "%s: %s: %s\n  %s\n", f.Pos, f.Status, f.Message, f.Dynamic.Reason)
	} else if err := writeDocument(p.se.streams.Out, []report.Finding{f}, report.Stats{Tries: f.Dynamic.Tries}); err != nil {
		return err
	}
	if status := report.ExitStatus([]report.Finding{f}, false); status != 0 {
		return Exit(status)
	}
	return nil
}
