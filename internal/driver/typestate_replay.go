package driver

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/fuzzer/sched"
	"github.com/deadlocklint/deadlocklint/instrument/sites"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/typestate"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

// A callSchedule is a confirmed violation that can be made to happen again: how
// the program is built and run, the order of its calls by their positions, and
// what to look for.
type callSchedule struct {
	Format    string `json:"format"`
	Version   int    `json:"version"`
	Packages  []string
	Program   bool
	Args      []string // of the program
	Run       string   // -run
	Flags     []string `json:",omitempty"` // of the build
	Types     []string
	Target    string // import path
	Tests     []string
	Steps     []callStep
	Automaton string
	At        string // position of the call that is wrong
	Hook      uint32 `json:",omitempty"` // number of its site when that is made of a stack
	State     string // in which it is made
	Finding   report.Finding
}

// A callStep is a step of a plan.
type callStep struct {
	G     uint64
	At    string
	Count uint32
	Hook  uint32 `json:",omitempty"` // number of a site that is made of a stack
}

const callScheduleFormat = "deadlocklint calls"

// hookOf is the number of a site when it is made of a stack.
func hookOf(site int) uint32 {
	if site < sites.HookSite {
		return 0
	}
	return uint32(site)
}

// save keeps a confirmed violation and names the command that replays it.
func (p *protocols) save(b *breach, plan *sched.Plan, tests []string) error {
	s := callSchedule{
		Format: callScheduleFormat, Version: scheduleVersion, Packages: p.packages, Program: p.program, Args: p.args, Run: p.tests, Flags: p.flags,
		Types: p.protocolRun.types, Target: b.run.target.Package, Tests: tests,
		Automaton: string(automaton.Format(b.auto)), At: p.pos(b.Call), Hook: hookOf(b.Call.Site), State: b.State, Finding: p.finding(b),
	}
	for _, step := range plan.Calls[:plan.NCalls] {
		site, _ := p.table.Site(int(step.Site))
		s.Steps = append(s.Steps, callStep{step.G, p.sitePos(site), step.Count, hookOf(int(step.Site))})
	}
	text, err := json.MarshalIndent(s, "", "\t")
	if err != nil {
		return err
	}
	dir := p.Keep
	if dir == "" {
		dir = scheduleDir()
	}
	name := filepath.Join(dir, "calls-"+p.id(b)+".json")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("cannot keep the schedule: %w; name a directory with -keep", err)
	}
	if err := writeFile(name, text); err != nil {
		return err
	}
	b.replay = "deadlocklint typestate replay " + name
	return nil
}

// replay makes a confirmed violation happen again.
func (r *protocolRun) replay(ctx context.Context, s Streams) error {
	if len(r.packages) != 1 {
		return usage{errors.New("which schedule? say deadlocklint typestate replay FILE")}
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

func readCallSchedule(name string) (*callSchedule, *automaton.Automaton, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, nil, usage{fmt.Errorf("%w; name a file that typestate check has written", err)}
	}
	s := &callSchedule{}
	if err := json.Unmarshal(text, s); err != nil || s.Format != callScheduleFormat || s.Version != scheduleVersion {
		return nil, nil, usage{fmt.Errorf("%s is no schedule of calls of this version; name a file that typestate check has written", name)}
	}
	list, err := automaton.Parse([]byte(s.Automaton))
	if err != nil || len(list) != 1 || len(s.Steps) == 0 || len(s.Steps) > sched.MaxCalls {
		return nil, nil, usage{fmt.Errorf("%s is damaged; let typestate check write it again", name)}
	}
	return s, list[0], nil
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
