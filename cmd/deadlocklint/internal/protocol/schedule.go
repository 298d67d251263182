package protocol

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/fuzzer/sched"
	"github.com/deadlocklint/deadlocklint/instrument/sites"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

// hookOf is the number of a site when it is made of a stack.
func hookOf(site int) uint32 {
	if site < sites.HookSite {
		return 0
	}
	return uint32(site)
}

// save keeps a confirmed violation and names the command that replays it.
func (p *Protocols) save(b *breach, plan *sched.Plan, tests []string) error {
	s := schedule.Calls{
		Format: schedule.CallsFormat, Version: schedule.Version, Packages: p.Packages, Program: p.Program, Args: p.args, Run: p.tests, Flags: p.Flags,
		Types: p.protocolRun.types, Target: b.run.target.Package, Tests: tests,
		Automaton: string(automaton.Format(b.auto)), At: p.pos(b.Call), Hook: hookOf(b.Call.Site), State: b.State, Finding: p.finding(b),
	}
	for _, step := range plan.Calls[:plan.NCalls] {
		site, _ := p.table.Site(int(step.Site))
		s.Steps = append(s.Steps, schedule.Step{G: step.G, At: p.sitePos(site), Count: step.Count, Hook: hookOf(int(step.Site))})
	}
	text, err := json.MarshalIndent(s, "", "\t")
	if err != nil {
		return err
	}
	dir := p.Keep
	if dir == "" {
		dir = schedule.Dir()
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
