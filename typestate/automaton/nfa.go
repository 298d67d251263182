package automaton

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// An NFA is the result of merging the nodes of a prefix tree: several edges of a state
// may have the same method. State 0 is the start.
type NFA struct{ States []NState }

// A NState is a state of a NFA.
type NState struct {
	Final bool
	Edges map[string]map[int]uint64 // method, target, how often observed
}

// Accepts reports whether some path with these methods ends in a final state.
func (n *NFA) Accepts(methods []string) bool {
	at := map[int]bool{0: true}
	for _, m := range methods {
		next := map[int]bool{}
		for s := range at {
			for to := range n.States[s].Edges[m] {
				next[to] = true
			}
		}
		at = next
	}
	for s := range at {
		if n.States[s].Final {
			return true
		}
	}
	return false
}

// Determinize returns the automaton of the same language by the construction of
// subsets. It is exponential in the states at worst, and linear where a merged tree is
// nearly deterministic. The count of an edge is that of all edges it stands for. An
// edge that is part of several subsets counts in each.
func (n *NFA) Determinize() *Automaton {
	a := &Automaton{}
	index := map[string]int{}
	var sets [][]int
	state := func(set []int) int {
		key := fmt.Sprint(set)
		i, ok := index[key]
		if !ok {
			i = len(sets)
			index[key] = i
			sets = append(sets, set)
			a.States = append(a.States, State{Final: slices.ContainsFunc(set, func(s int) bool { return n.States[s].Final })})
		}
		return i
	}
	state([]int{0})
	for i := 0; i < len(sets); i++ {
		targets, counts := n.from(sets[i])
		for _, m := range slices.Sorted(maps.Keys(targets)) {
			to := state(slices.Sorted(maps.Keys(targets[m])))
			a.States[i].Edges = append(a.States[i].Edges, Edge{m, to, counts[m]})
		}
	}
	a.number()
	return a
}

// from gathers the edges of a set of states.
func (n *NFA) from(set []int) (targets map[string]map[int]bool, counts map[string]uint64) {
	targets, counts = map[string]map[int]bool{}, map[string]uint64{}
	for _, s := range set {
		for m, tos := range n.States[s].Edges {
			if targets[m] == nil {
				targets[m] = map[int]bool{}
			}
			for to, c := range tos {
				targets[m][to] = true
				counts[m] += c
			}
		}
	}
	return targets, counts
}

// number names the states s1, s2 and so on, in their order.
func (a *Automaton) number() {
	for i := range a.States {
		a.States[i].Name = "s" + strconv.Itoa(i+1)
	}
}

// Minimize returns the smallest automaton that allows the same calls after every
// sequence and has the same final states. It drops states that cannot be reached, and
// orders the others breadth first by method. A merged state takes the name of the first
// of its states (Moore's refinement, O(states² · methods)). A state from which no final
// state can be reached stays: it allows calls.
func (a *Automaton) Minimize() *Automaton {
	class := make([]int, len(a.States))
	for i, s := range a.States {
		if s.Final {
			class[i] = 1
		}
	}
	for n := count(class); ; {
		next := a.refine(class)
		if m := count(next); m == n {
			break
		} else {
			n, class = m, next
		}
	}
	return a.quotient(class)
}

func count(class []int) int {
	return len(slices.Compact(slices.Sorted(slices.Values(class))))
}

// refine splits classes by where their states' edges lead.
func (a *Automaton) refine(class []int) []int {
	ids := map[string]int{}
	next := make([]int, len(class))
	for i, s := range a.States {
		var b strings.Builder
		fmt.Fprint(&b, class[i])
		for _, e := range s.Edges {
			fmt.Fprint(&b, " ", e.Method, " ", class[e.To])
		}
		id, ok := ids[b.String()]
		if !ok {
			id = len(ids)
			ids[b.String()] = id
		}
		next[i] = id
	}
	return next
}

// quotient makes one state of every class that can be reached.
func (a *Automaton) quotient(class []int) *Automaton {
	q := &Automaton{Type: a.Type, Also: a.Also, Origin: a.Origin, Ignored: a.Ignored}
	if len(a.States) == 0 {
		return q
	}
	at := map[int]int{class[0]: 0} // class to state of q
	order := []int{class[0]}
	for i := 0; i < len(order); i++ {
		s := a.merged(class, order[i])
		for j, e := range s.Edges {
			to, ok := at[class[e.To]]
			if !ok {
				to = len(order)
				at[class[e.To]] = to
				order = append(order, class[e.To])
			}
			s.Edges[j].To = to
		}
		q.States = append(q.States, s)
	}
	return q
}

// merged is the state of a class; the edges still lead to states of a.
func (a *Automaton) merged(class []int, c int) State {
	var m State
	for i, s := range a.States {
		if class[i] != c {
			continue
		}
		if m.Name == "" {
			m = State{s.Name, s.Final, slices.Clone(s.Edges)}
			continue
		}
		for j, e := range s.Edges { // the same methods, or it would be another class
			m.Edges[j].Count += e.Count
		}
	}
	return m
}
