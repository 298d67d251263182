// Package mine infers the automaton of a type from the sequences of calls that
// were observed on its objects (thesis, section 6.2.3).
//
// Sequences are gathered in [Sequences], which can be written to a file, read back and
// added to by later runs. [Mine] builds their prefix tree with frequencies, merges
// nodes by the sk-strings method (Raman and Patrick), and makes the result
// deterministic and minimal. The result accepts every observed sequence, because a
// merge only adds sequences.
//
// The package reads no traces: package typestate defines the sequence of an object.
package mine

import "github.com/deadlocklint/deadlocklint/typestate/automaton"

// A node of a prefix tree. Merged nodes may have several targets per method.
type node struct {
	ends  uint64 // sequences that ended here
	edges map[string]map[int]uint64
}

// A tree is a prefix tree with frequencies, later a graph: node 0 is the root.
type tree struct{ nodes []node }

func newTree() *tree { return &tree{nodes: []node{{edges: map[string]map[int]uint64{}}}} }

// add enters a sequence that was observed count times. A cut sequence goes on
// in an unknown way: it makes no node final.
func (t *tree) add(methods []string, count uint64, cut bool) {
	at := 0
	for _, m := range methods {
		next, ok := -1, false
		for to := range t.nodes[at].edges[m] { // a tree: at most one
			next, ok = to, true
		}
		if !ok {
			next = len(t.nodes)
			t.nodes = append(t.nodes, node{edges: map[string]map[int]uint64{}})
			t.nodes[at].edges[m] = map[int]uint64{}
		}
		t.nodes[at].edges[m][next] += count
		at = next
	}
	if !cut {
		t.nodes[at].ends += count
	}
}

// nfa is the graph of the nodes that no other one took the place of.
func (t *tree) nfa(into []int) *automaton.NFA {
	index := map[int]int{}
	var roots []int
	for i := range t.nodes {
		if into[i] == i {
			index[i] = len(roots)
			roots = append(roots, i)
		}
	}
	n := &automaton.NFA{States: make([]automaton.NState, len(roots))}
	for i, r := range roots {
		s := &n.States[i]
		s.Final = t.nodes[r].ends > 0
		s.Edges = map[string]map[int]uint64{}
		for m, tos := range t.nodes[r].edges {
			s.Edges[m] = map[int]uint64{}
			for to, c := range tos {
				s.Edges[m][index[to]] += c
			}
		}
	}
	return n
}
