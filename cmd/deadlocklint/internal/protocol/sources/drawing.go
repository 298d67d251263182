package sources

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

// ReportAutomaton is an automaton as a report has it, for -html.
func ReportAutomaton(a *automaton.Automaton) report.Protocol {
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

func OfProtocol(check checks.Name) bool {
	return check == checks.Typestate || check == checks.Unfinished
}

// FindingAutomaton is the automaton of a finding, with the calls of the finding. The calls are left out
// when they do not lead from a new object to the forbidden call.
func FindingAutomaton(f report.Finding, all []*automaton.Automaton) *report.Protocol {
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
	p := ReportAutomaton(all[i])
	state := 0
	for _, s := range steps {
		m := s.Class[strings.LastIndexByte(s.Class, '.')+1:]
		p.Calls = append(p.Calls, report.ProtocolCall{Goroutine: f.Goroutines[0].Name, Method: m, Pos: s.Pos, Func: s.Func})
		state = p.Step(state, m)
	}
	if f.Check != checks.Typestate || state != report.Bad || len(steps) > 1 && p.Step(0, p.Calls[0].Method) == report.Bad {
		p.Calls = nil
	}
	return &p
}
