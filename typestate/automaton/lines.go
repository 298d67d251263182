package automaton

import (
	"slices"
	"strings"
)

// Lines draws the automaton for a terminal: a line for each state with its calls, those
// that lead to the same state together. The line of the state with the name at says
// which method it forbids; at may be "".
//
//	s1  Get, Put -> s1   Close -> s2
//	s2  end   <- here Put is forbidden
func (a *Automaton) Lines(at, forbidden string) []string {
	width := 0
	for i := range a.States {
		width = max(width, len(a.StateName(i)))
	}
	var lines []string
	for i := range a.States {
		name := a.StateName(i)
		parts := a.moves(i)
		if len(parts) == 0 {
			parts = []string{"end"}
		}
		line := name + strings.Repeat(" ", width-len(name)) + "  " + strings.Join(parts, "   ")
		if name == at {
			line += "   <- here " + forbidden + " is forbidden"
		}
		lines = append(lines, line)
	}
	return lines
}

// moves are the calls of a state by the state that they lead to.
func (a *Automaton) moves(state int) []string {
	by := map[int][]string{}
	var order []int
	for _, m := range a.Alphabet() {
		to := a.Step(state, m)
		if to == NoState {
			continue
		}
		if !slices.Contains(order, to) {
			order = append(order, to)
		}
		by[to] = append(by[to], m)
	}
	slices.Sort(order)
	var list []string
	for _, to := range order {
		list = append(list, strings.Join(by[to], ", ")+" -> "+a.StateName(to))
	}
	return list
}
