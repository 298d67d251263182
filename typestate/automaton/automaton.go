// Package automaton is the typestate automaton of a type: which methods may be
// called on an object in which order (thesis, section 6.2.3).
//
// An [Automaton] is deterministic. It comes from a written text ([Parse]), or from
// observed sequences by way of an [NFA] (package mine). [Format] makes text of it, and
// [DOT] and [SVG] draw it. Package lattice runs it over the executions that were
// possible.
//
// A method that is on no edge is not in the automaton's alphabet. A call of such a
// method is allowed in every state and changes no state. A call of a method of the
// alphabet in a state without an edge for it is a violation: the thesis's bad state b.
//
// The package reads no files and knows nothing about Go's types.
package automaton

import (
	"cmp"
	"slices"
	"strings"
)

// NoState is where a call leads for which a state has no edge.
const NoState = -1

// An Automaton is the protocol of a type. State 0 is that of a new object.
type Automaton struct {
	Type    string   // path-qualified: "net/http.Response"
	Also    []string // further types with the same protocol: implementations of an interface
	Origin  string   // one line: where the automaton comes from, "" when a person wrote it
	States  []State
	Ignored []string // methods of which it is known that they do not matter, sorted

	// Further fields for the static check; runs do not use them.

	Constructors []Constructor // functions that return a new object, which their caller has to bring to an end
	Ends         []End         // results of calls after which the object is at its end
	Lenient      bool          // a function that fails may leave the object in any state
	Cancelled    bool          // the object is at its end when the context that its constructor was given is cancelled
	Owner        bool          // the object is at its end when the receiver of its constructor is closed
}

// Literal stands in the list of constructors for composite literals and new.
const Literal = "literal"

// A Constructor is a function that returns a new object.
type Constructor struct {
	Func  string // as go/types writes it: "os.Open", "(*net/http.Client).Do"
	Field string // of the result that is the object, ".Body", or "" for the result itself
}

// An End is a result that says that the object is at its end.
type End struct {
	Method string
	Result string // true, false or error
}

// A State is a typestate.
type State struct {
	Name  string
	Final bool   // an object may be left in it
	Edges []Edge // sorted by method, one per method
}

// An Edge is the effect of a call in a state.
type Edge struct {
	Method string
	To     int
	Count  uint64 // how often it was observed, 0 when that is not known
}

// Alphabet returns the methods on edges, sorted.
func (a *Automaton) Alphabet() []string {
	var methods []string
	for _, s := range a.States {
		for _, e := range s.Edges {
			methods = append(methods, e.Method)
		}
	}
	slices.Sort(methods)
	return slices.Compact(methods)
}

// mined begins the origin of an automaton that was learned.
const mined = "mined "

// Learned sets the origin of an automaton that was learned, with how.
func (a *Automaton) Learned(how string) { a.Origin = mined + how }

// Mined reports whether the automaton was learned. An order that it forbids was not
// observed, and need not be wrong.
func (a *Automaton) Mined() bool { return strings.HasPrefix(a.Origin, mined) }

// Covers reports whether the automaton is about objects of the type.
func (a *Automaton) Covers(typ string) bool { return a.Type == typ || slices.Contains(a.Also, typ) }

// Step returns the state after a call of method in state, or NoState. Calls of
// methods that are not on any edge must be left out by the caller.
func (a *Automaton) Step(state int, method string) int {
	if state == NoState {
		return NoState
	}
	edges := a.States[state].Edges
	i, ok := slices.BinarySearchFunc(edges, method, func(e Edge, m string) int { return cmp.Compare(e.Method, m) })
	if !ok {
		return NoState
	}
	return edges[i].To
}

// Run returns the state after a sequence of calls on a new object. When a call has no
// edge it returns NoState and the index of the call.
func (a *Automaton) Run(methods []string) (state, at int) {
	for i, m := range methods {
		if state = a.Step(state, m); state == NoState {
			return NoState, i
		}
	}
	return state, len(methods)
}

// Accepts reports whether a sequence is one of a whole life of an object.
func (a *Automaton) Accepts(methods []string) bool {
	s, _ := a.Run(methods)
	return s != NoState && a.States[s].Final
}

// StateName returns the name of a state; Bad is "b", as in the thesis.
func (a *Automaton) StateName(s int) string {
	if s == NoState {
		return "b"
	}
	return a.States[s].Name
}

// addEdge keeps the edges sorted.
func (s *State) addEdge(e Edge) {
	i, _ := slices.BinarySearchFunc(s.Edges, e.Method, func(e Edge, m string) int { return cmp.Compare(e.Method, m) })
	s.Edges = slices.Insert(s.Edges, i, e)
}
