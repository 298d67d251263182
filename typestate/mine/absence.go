package mine

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

// Absence infers a small automaton of a type with many different sequences: it knows only which
// methods never come after which. That is the property pattern "absence after" (Dwyer, Avrunin
// and Corbett, Patterns in Property Specifications). A method y ends a method x when x came
// before y on some object, and after y on none. Only a y that was the last call on an object
// counts, or an x that was the first. The order of two calls between those is that of the
// test. A last y ends itself as well when it came once at most on each object.
//
// A state is the set of methods that are ended. The automaton has fewer than limit states. The
// methods that end the most are looked at first. A method with which there would be too
// many states is left out. The result accepts every observed sequence. It is nil when
// no method ends another one. Its time is linear in the calls. It is quadratic in the
// methods of each sequence, and in limit, and cubic in all methods.
func Absence(typ string, seqs []Sequence, limit int) *automaton.Automaton {
	var alphabet []string
	for _, s := range seqs {
		alphabet = append(alphabet, s.Methods...)
	}
	slices.Sort(alphabet)
	alphabet = slices.Compact(alphabet)
	ended := endings(seqs, alphabet)
	methods := slices.SortedFunc(maps.Keys(ended), func(x, y string) int {
		return cmp.Or(cmp.Compare(len(ended[y]), len(ended[x])), cmp.Compare(x, y))
	})
	var a *automaton.Automaton
	kept := map[string][]string{}
	for _, m := range methods {
		kept[m] = ended[m]
		if larger := ofEndings(alphabet, kept, limit); larger != nil {
			a = larger
			continue
		}
		delete(kept, m)
	}
	if a == nil {
		return nil
	}
	total := observe(a, seqs)
	a.Type = typ
	a.Learned(fmt.Sprintf("absence-after from %d sequences, %d different", total, len(seqs)))
	return a
}

// endings are the methods that a method ends, sorted.
func endings(seqs []Sequence, alphabet []string) map[string][]string {
	begins, closes := map[string]bool{}, map[string]bool{}       // methods of the first and of the last calls
	before, behind := map[[2]string]bool{}, map[[2]string]bool{} // the first came before the second, or after it
	for _, s := range seqs {
		if len(s.Methods) == 0 {
			continue
		}
		begins[s.Methods[0]] = true
		if !s.Cut {
			closes[s.Methods[len(s.Methods)-1]] = true
		}
		compare(s.Methods, before, behind)
	}
	ended := map[string][]string{}
	for _, y := range alphabet {
		for _, x := range alphabet {
			if pair := [2]string{x, y}; (begins[x] || closes[y]) && before[pair] && !behind[pair] {
				ended[y] = append(ended[y], x)
			}
		}
		if len(ended[y]) > 0 && closes[y] && !behind[[2]string{y, y}] {
			ended[y] = append(ended[y], y)
			slices.Sort(ended[y])
		}
	}
	return ended
}

// compare notes which methods of a sequence came before which, and after which.
func compare(methods []string, before, behind map[[2]string]bool) {
	first, last := map[string]int{}, map[string]int{}
	for i, m := range methods {
		if _, ok := first[m]; !ok {
			first[m] = i
		}
		last[m] = i
	}
	for x := range first {
		for y := range first {
			pair := [2]string{x, y}
			before[pair] = before[pair] || first[x] < last[y]
			behind[pair] = behind[pair] || last[x] > first[y]
		}
	}
}

// ofEndings is the automaton of which methods end which, or nil when it would have limit
// states.
func ofEndings(alphabet []string, ended map[string][]string, limit int) *automaton.Automaton {
	a := &automaton.Automaton{States: []automaton.State{{Name: "s1"}}}
	sets := [][]string{nil} // of each state, sorted
	for at := 0; at < len(sets); at++ {
		for _, m := range alphabet {
			if slices.Contains(sets[at], m) {
				continue
			}
			set := slices.Concat(sets[at], ended[m])
			slices.Sort(set)
			set = slices.Compact(set)
			to := slices.IndexFunc(sets, func(s []string) bool { return slices.Equal(s, set) })
			if to < 0 {
				if to = len(sets); to+1 >= limit {
					return nil
				}
				sets = append(sets, set)
				a.States = append(a.States, automaton.State{Name: fmt.Sprintf("s%d", to+1)})
			}
			a.States[at].Edges = append(a.States[at].Edges, automaton.Edge{Method: m, To: to})
		}
	}
	return a
}

// observe counts how often the sequences take each edge, and notes where they end. It returns
// the number of objects.
func observe(a *automaton.Automaton, seqs []Sequence) (objects uint64) {
	for _, s := range seqs {
		at := 0
		for _, m := range s.Methods {
			edges := a.States[at].Edges
			i := slices.IndexFunc(edges, func(e automaton.Edge) bool { return e.Method == m })
			edges[i].Count += s.Count
			at = edges[i].To
		}
		a.States[at].Final = a.States[at].Final || !s.Cut
		objects += s.Count
	}
	return objects
}
