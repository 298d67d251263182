package driver

import (
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
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
