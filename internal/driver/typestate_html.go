package driver

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
	"github.com/deadlocklint/deadlocklint/typestate/protocol"
)

// drawn is an automaton as a report has it, for -html.
func drawn(a *automaton.Automaton) report.Protocol {
	p := report.Protocol{Type: a.Type, Origin: a.Origin, States: make([]report.ProtocolState, len(a.States))}
	for i, s := range a.States {
		to := report.ProtocolState{Name: s.Name, Final: s.Final, Edges: make([]report.ProtocolEdge, len(s.Edges))}
		for j, e := range s.Edges {
			to.Edges[j] = report.ProtocolEdge{Method: e.Method, To: e.To}
		}
		p.States[i] = to
	}
	return p
}

// drawnAll adds the automata to what -html shows.
func (p *protocols) drawnAll(automata []*automaton.Automaton, stats *report.Stats) {
	if p.HTML == "" {
		return
	}
	for _, a := range automata {
		stats.Protocols = append(stats.Protocols, drawn(a))
	}
}

// violated is the automaton of a violation with the calls that lead there, each
// with the name that its goroutine has in the finding.
func (p *protocols) violated(b *breach, names []string) *report.Protocol {
	if p.HTML == "" {
		return nil
	}
	to := drawn(b.auto)
	for i, c := range b.Path {
		to.Calls = append(to.Calls, report.ProtocolCall{Goroutine: names[i], Method: c.Method, Pos: p.pos(c), Func: p.fn(c)})
	}
	return &to
}

// drawProtocols gives findings of the static check the automata of their types: those
// that it takes itself, in its order. Files that it could not read it has reported.
func (c *checkRun) drawProtocols(ctx context.Context, findings []report.Finding) {
	if !slices.ContainsFunc(findings, func(f report.Finding) bool { return ofProtocol(f.Check) }) {
		return
	}
	root := moduleRoot(c.dir)
	r := &protocolRun{packages: c.patterns, flags: c.flags, dir: root}
	all, _ := r.commented(ctx, root)
	if r.findFiles() == nil {
		given, _ := r.given(r.automata)
		all = append(all, given...)
	}
	all = append(all, protocol.Shipped()...)
	for i := range findings {
		if f := &findings[i]; ofProtocol(f.Check) {
			f.Protocol = askedFor(*f, all)
		}
	}
}

func ofProtocol(check string) bool { return check == "typestate" || check == "unfinished" }

// askedFor is the automaton of a finding, with the calls that it names when they lead
// from a new object to the forbidden one: the check may know no others.
func askedFor(f report.Finding, all []*automaton.Automaton) *report.Protocol {
	if len(f.Goroutines) != 1 || len(f.Goroutines[0].Steps) == 0 {
		return nil
	}
	steps := f.Goroutines[0].Steps
	class := steps[len(steps)-1].Class
	method := strings.TrimPrefix(filepath.Ext(class), ".")
	i := slices.IndexFunc(all, func(a *automaton.Automaton) bool {
		return a.Origin == "" && (a.Covers(class) || a.Covers(strings.TrimSuffix(class, "."+method)))
	})
	if i < 0 {
		return nil
	}
	p := drawn(all[i])
	state := 0
	for _, s := range steps {
		m := s.Class[strings.LastIndexByte(s.Class, '.')+1:]
		p.Calls = append(p.Calls, report.ProtocolCall{Goroutine: f.Goroutines[0].Name, Method: m, Pos: s.Pos, Func: s.Func})
		state = p.Step(state, m)
	}
	if f.Check != "typestate" || state != report.Bad || len(steps) > 1 && p.Step(0, p.Calls[0].Method) == report.Bad {
		p.Calls = nil
	}
	return &p
}
