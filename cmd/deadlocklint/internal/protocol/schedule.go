package protocol

import (
	"path/filepath"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/fuzzer/confirm"
	"github.com/deadlocklint/deadlocklint/fuzzer/sched"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

// hookOf is the number of a site when it is made of a stack.
func hookOf(site int) uint32 {
	if site < trace.HookSite {
		return 0
	}
	return uint32(site)
}

// save keeps a confirmed violation and names the command that replays it.
func (p *Protocols) save(b *breach, plan *sched.Plan, tests []string) error {
	s := p.se.Schedule(b.run.target, &confirm.Result{Plan: &sched.Plan{}, Args: p.args})
	s.Plan, s.Prefix, s.Stdin = "", nil, nil // the go command runs the tests
	if rel, err := filepath.Rel(s.Root, p.Dir); err == nil && filepath.IsLocal(rel) {
		s.From = rel
	}
	s.Replay = schedule.Build{Kind: schedule.KindTest, Build: p.Flags}
	if p.Program {
		s.Replay.Kind = schedule.KindRun
	}
	s.Calls = &schedule.Calls{
		Packages: p.Packages, Run: p.Protocol.Run, Types: p.protocolRun.types, Tests: tests,
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
