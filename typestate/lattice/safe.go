package lattice

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

// safe returns the states of an automaton from which no sequence of its methods is
// forbidden: the largest set that no method leads out of.
func safe(a *automaton.Automaton) []bool {
	list := make([]bool, len(a.States))
	for i := range list {
		list[i] = true
	}
	alphabet := a.Alphabet()
	for changed := true; changed; {
		changed = false
		for i := range list {
			leaves := func(method string) bool {
				to := a.Step(i, method)
				return to == automaton.NoState || !list[to]
			}
			if list[i] && slices.ContainsFunc(alphabet, leaves) {
				list[i], changed = false, true
			}
		}
	}
	return list
}

// isSafe reports whether the object is in safe typestates in all states of the level.
// The bad one is safe: only the step into it is a violation.
func (c *Checker) isSafe() bool {
	return !slices.ContainsFunc(c.level, func(s *state) bool {
		return len(s.objects) == 0 || slices.ContainsFunc(s.objects[0], func(t typestate) bool { return t.state != automaton.NoState && !c.safe[t.state] })
	})
}
