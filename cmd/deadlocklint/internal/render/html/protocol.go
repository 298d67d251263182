package html

import (
	"fmt"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A protocol is an automaton as a picture and as a table; of a finding, with the
// calls that lead to its violation.
type protocol struct {
	Type, Origin string
	Label        string // the picture in one sentence
	Picture      *automaton
	Hidden       int // states that are not drawn
	Rows         []protocolRow
	More         int // rows that are left out
	Calls        []protocolCall
}

// A protocolRow has the effects of some methods in a state.
type protocolRow struct {
	State, Methods, To string
	Here               bool // a call of the finding goes along it
	Bad                bool // the calls are forbidden, and the violation is among them
}

// A protocolCall is a call that leads to the violation, or the violation.
type protocolCall struct {
	Number                       int
	Goroutine, Method, Pos, Func string
	From, To                     string // states
	Bad                          bool
}

// How much of a large automaton is drawn and listed, and how many automata a
// page has.
const (
	maxStates    = 30
	maxRowsOf    = 300
	maxProtocols = 40
)

// newProtocol draws an automaton, or returns nil when there is none.
func newProtocol(p *report.Protocol) *protocol {
	if p == nil || len(p.States) == 0 {
		return nil
	}
	w := walk(p)
	v := &protocol{Type: p.Type, Origin: p.Origin, Label: fmt.Sprintf("The automaton of %s as a picture; the table below says the same", p.Type), Calls: w.calls}
	if v.Origin == "" {
		v.Origin = "written by hand"
	}
	drawn := choose(p, w)
	v.Hidden = len(p.States) - len(drawn)
	v.Picture = newAutomaton(p, w, drawn)
	v.Rows = protocolRows(p, w)
	v.More = max(0, len(v.Rows)-maxRowsOf)
	v.Rows = v.Rows[:len(v.Rows)-v.More]
	return v
}

// newProtocols are all automata that calls were checked against, and how many
// more there are.
func newProtocols(list []report.Protocol) (drawn []*protocol, more int) {
	for i := range list {
		if v := newProtocol(&list[i]); v != nil {
			drawn = append(drawn, v)
		}
	}
	more = max(0, len(drawn)-maxProtocols)
	return drawn[:len(drawn)-more], more
}

// A way has the steps of the calls of a finding in its automaton.
type way struct {
	calls    []protocolCall
	on       map[[2]int][]string // methods by the two states that they lead from and to
	visited  []int               // states, in order
	from     int                 // the state of the violation, or report.Bad when there is none
	violator string              // the method that is forbidden there
}

// walk follows the calls of a finding until one is forbidden.
func walk(p *report.Protocol) way {
	w := way{on: map[[2]int][]string{}, visited: []int{0}, from: report.Bad}
	state := 0
	for i, c := range p.Calls {
		to := p.Step(state, c.Method)
		call := protocolCall{i + 1, c.Goroutine, c.Method, c.Pos, c.Func, p.States[state].Name, "", to == report.Bad}
		if call.Bad {
			w.from, w.violator = state, c.Method
			w.calls = append(w.calls, call)
			break
		}
		call.To = p.States[to].Name
		w.calls = append(w.calls, call)
		if k := [2]int{state, to}; !slices.Contains(w.on[k], c.Method) {
			w.on[k] = append(w.on[k], c.Method)
		}
		w.visited = append(w.visited, to)
		state = to
	}
	return w
}

// choose picks the states that are drawn: the start and the last ones on the way
// of the finding, then the nearest to the start, in the order of the automaton.
func choose(p *report.Protocol, w way) []int {
	backward := slices.Clone(w.visited)
	slices.Reverse(backward)
	keep := map[int]bool{0: true}
	for _, s := range slices.Concat(backward, nearest(p)) {
		if len(keep) < maxStates {
			keep[s] = true
		}
	}
	var list []int
	for s := range p.States {
		if keep[s] {
			list = append(list, s)
		}
	}
	return list
}

// nearest are all states, breadth first from the start; states that cannot be
// reached come last.
func nearest(p *report.Protocol) []int {
	seen := make([]bool, len(p.States))
	var list []int
	for first := range p.States {
		if seen[first] {
			continue
		}
		seen[first] = true
		list = append(list, first)
		for i := len(list) - 1; i < len(list); i++ {
			for _, e := range p.States[list[i]].Edges {
				if to := p.Step(list[i], e.Method); to != report.Bad && !seen[to] {
					seen[to] = true
					list = append(list, to)
				}
			}
		}
	}
	return list
}

// A bundle is all methods that lead from a state to another one.
type bundle struct {
	to      int
	methods []string
}

func bundles(p *report.Protocol, from int) []bundle {
	var list []bundle
	for _, e := range p.States[from].Edges {
		to := p.Step(from, e.Method)
		if to == report.Bad {
			continue // a damaged file
		}
		i := slices.IndexFunc(list, func(b bundle) bool { return b.to == to })
		if i < 0 {
			i = len(list)
			list = append(list, bundle{to: to})
		}
		if !slices.Contains(list[i].methods, e.Method) {
			list[i].methods = append(list[i].methods, e.Method)
		}
	}
	return list
}

// protocolRows is the automaton as a table, with the violation where it belongs.
func protocolRows(p *report.Protocol, w way) (rows []protocolRow) {
	for s, state := range p.States {
		name := state.Name
		if s == 0 {
			name += " (new)"
		}
		if state.Final {
			name += " (may be the last)"
		}
		before := len(rows)
		for _, b := range bundles(p, s) {
			rows = append(rows, protocolRow{name, strings.Join(b.methods, ", "), p.States[b.to].Name, len(w.on[[2]int{s, b.to}]) > 0, false})
		}
		if s == w.from {
			rows = append(rows, protocolRow{name, w.violator, "not allowed", true, true})
		}
		if len(rows) == before {
			rows = append(rows, protocolRow{State: name, Methods: "nothing more"})
		}
	}
	return rows
}
