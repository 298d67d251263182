package protocol

import (
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/protocol/sources"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

// drawnAll adds the automata to the page of -html.
func (p *Protocols) drawnAll(automata []*automaton.Automaton, stats *report.Stats) {
	if p.HTML == "" {
		return
	}
	for _, a := range automata {
		stats.Protocols = append(stats.Protocols, sources.ReportAutomaton(a))
	}
}

// violated is the automaton of a violation with the calls that lead there, each
// with the name that its goroutine has in the finding.
func (p *Protocols) violated(b *breach, names []string) *report.Protocol {
	if p.HTML == "" {
		return nil
	}
	to := sources.ReportAutomaton(b.auto)
	for i, c := range b.Path {
		to.Calls = append(to.Calls, report.ProtocolCall{Goroutine: names[i], Method: c.Method, Pos: p.pos(c), Func: p.fn(c)})
	}
	return &to
}
