package report

// A Protocol is an automaton: which methods may be called on an object of a type,
// and in which order. It is there when a form of output was asked for that
// draws it.
type Protocol struct {
	Type   string          `json:"type"`
	Origin string          `json:"origin"` // one line: where it comes from, "" when somebody wrote it
	States []ProtocolState `json:"states"` // the first is that of a new object

	// Calls lead to the violation of a finding, in the order in which they are made. The state
	// before the last call has no edge for it.
	Calls []ProtocolCall `json:"calls,omitempty"`
}

// A ProtocolState is a state of an automaton. A call of a method that is on some
// edge of the automaton, and on none of this state, is forbidden in it.
type ProtocolState struct {
	Name  string         `json:"name"`
	Final bool           `json:"final"` // an object may be left in it
	Edges []ProtocolEdge `json:"edges"`
}

// A ProtocolEdge is the effect of a call of a method.
type ProtocolEdge struct {
	Method string `json:"method"`
	To     int    `json:"to"` // an index into Protocol.States
}

// A ProtocolCall is a call of a method of the object.
type ProtocolCall struct {
	Goroutine string `json:"goroutine"` // its name in the finding
	Method    string `json:"method"`
	Pos       string `json:"pos"`
	Func      string `json:"func"`
}

// Bad is where a call leads that is forbidden.
const Bad = -1

// Step returns the state after a call of method, or Bad. States that are not
// there, as in a damaged file, are bad as well.
func (p *Protocol) Step(state int, method string) int {
	if state < 0 || state >= len(p.States) {
		return Bad
	}
	for _, e := range p.States[state].Edges {
		if e.Method == method && e.To >= 0 && e.To < len(p.States) {
			return e.To
		}
	}
	return Bad
}
