package typestate

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// An object is one whose typestate is followed.
type object struct {
	number int
	proto  *proto // nil when only the methods called are of interest
	born   ssa.Value
	field  string // of the struct born that is the object, or ""
	path   string // under which it was found, when it is not known where it was born
	owned  bool   // the function has to bring it to an end, or hand it on
	err    ssa.Value
	start  states // in which it is born
}

// A life is the knowledge of a path about an object.
type life struct {
	states  states
	escaped bool                // other code may call its methods
	last    ssa.CallInstruction // that led to these states
	method  string              // which last called
	called  string              // methods called, sorted, each with a space around
	wrote   bool                // something may be in it of which no error has told yet
	dropped ssa.CallInstruction // its end, whose error was not looked at though something was written
}

// A fact is the outcome of a condition.
type fact struct {
	truth  bool
	uses   []ssa.Value // it is about
	memory bool        // it is about a field or a call, and so not the same in the next iteration
}

// An escaping names the other functions that know a variable.
type escaping uint8

const (
	atExit escaping = iota + 1 // functions that run when this one returns
	always
)

// A state is the knowledge at a point of a path. It is not changed once another one was
// made of it: maps are cloned.
type state struct {
	live    map[*object]life
	gone    map[*object]bool // the function that makes it has failed
	env     map[ssa.Value]ssa.Value
	cells   map[*ssa.Alloc]ssa.Value // variables in memory; nil for a value that is not known
	escaped map[*ssa.Alloc]escaping
	facts   map[string]fact
	defers  []*ssa.Defer
	late    []violation // writes into what is closed, which do not matter when the function fails
	gaveUp  bool        // no goroutine waits for the function: see abandoned
}

func newState() *state {
	return &state{
		live: map[*object]life{}, gone: map[*object]bool{}, env: map[ssa.Value]ssa.Value{},
		cells: map[*ssa.Alloc]ssa.Value{}, escaped: map[*ssa.Alloc]escaping{}, facts: map[string]fact{},
	}
}

func (s *state) clone() *state {
	return &state{
		live: maps.Clone(s.live), gone: maps.Clone(s.gone), env: maps.Clone(s.env), cells: maps.Clone(s.cells),
		escaped: maps.Clone(s.escaped), facts: maps.Clone(s.facts), defers: slices.Clone(s.defers), late: slices.Clone(s.late), gaveUp: s.gaveUp,
	}
}

// key is the same for states that behave alike.
func (s *state) key() string {
	var parts []string
	for o, l := range s.live {
		last := ""
		if l.last != nil {
			last = fmt.Sprint(l.last.Pos())
		}
		if l.dropped != nil {
			last += fmt.Sprint(" dropped ", l.dropped.Pos())
		}
		parts = append(parts, fmt.Sprintf("o%d %x %t %s %s %t", o.number, l.states, l.escaped, last, l.called, l.wrote))
	}
	for o := range s.gone {
		parts = append(parts, fmt.Sprintf("g%d", o.number))
	}
	for v, to := range s.env {
		parts = append(parts, "e"+v.Name()+"="+to.Name())
	}
	for c, v := range s.cells {
		name := "?"
		if v != nil {
			name = v.Name()
		}
		parts = append(parts, fmt.Sprintf("c%s=%s %d", c.Name(), name, s.escaped[c]))
	}
	for k, f := range s.facts {
		parts = append(parts, fmt.Sprintf("f%s %t", k, f.truth))
	}
	slices.Sort(parts)
	for _, d := range s.defers {
		parts = append(parts, fmt.Sprintf("d%d", d.Pos()))
	}
	for _, v := range s.late {
		parts = append(parts, fmt.Sprintf("late%d", v.at.Pos()))
	}
	if s.gaveUp {
		parts = append(parts, "gave up")
	}
	return strings.Join(parts, ";")
}

// canon follows variables and φs to the value that they have on this path.
func (s *state) canon(v ssa.Value) ssa.Value {
	for range maxChain {
		to, ok := s.env[v]
		if !ok {
			return v
		}
		v = to
	}
	return v
}

// uses reports whether a condition is computed of a value. A variable that is computed
// of itself, as in "odd = !odd", is another one in each iteration.
func (s *state) uses(v, of ssa.Value, depth int) bool {
	v = s.canon(v)
	if v == of || depth > maxDepth {
		return true
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		return s.uses(v.X, of, depth+1)
	case *ssa.BinOp:
		return s.uses(v.X, of, depth+1) || s.uses(v.Y, of, depth+1)
	case *ssa.Call:
		return slices.ContainsFunc(v.Call.Args, func(a ssa.Value) bool { return s.uses(a, of, depth+1) })
	}
	return false
}

// maxDepth bounds how deep conditions are nested that are remembered.
const maxDepth = 8

// maxChain bounds how many variables are looked through.
const maxChain = 64

// escape gives an object to other code.
func (s *state) escape(o *object) {
	if l, ok := s.live[o]; ok {
		l.escaped = true
		s.live[o] = l
	}
}

// forgetEscaped forgets what the variables have that others may have assigned to.
func (s *state) forgetEscaped() {
	for c, who := range s.escaped {
		if _, ok := s.cells[c]; ok && who == always {
			s.cells[c] = nil
		}
	}
}

// enter drops values without a meaning in a block: those computed in
// blocks that need not have been run.
func (s *state) enter(b *ssa.BasicBlock, again bool) {
	known := func(v ssa.Value) bool {
		in, ok := v.(ssa.Instruction)
		return !ok || in.Block() == nil || in.Block().Dominates(b)
	}
	maps.DeleteFunc(s.env, func(v, _ ssa.Value) bool { return !known(v) })
	maps.DeleteFunc(s.cells, func(c *ssa.Alloc, _ ssa.Value) bool { return !known(c) })
	tied := map[ssa.Value]bool{} // a φ has the value here, until a loop computes it again
	for _, v := range s.env {
		tied[v] = !again
	}
	maps.DeleteFunc(s.facts, func(_ string, f fact) bool {
		return again && f.memory || slices.ContainsFunc(f.uses, func(v ssa.Value) bool { return !known(v) && !tied[v] })
	})
}
