package typestate

import (
	"go/types"
	"math/bits"
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
	"github.com/deadlocklint/deadlocklint/typestate/protocol"
)

// states is a set of states of an automaton.
type states uint64

// maxStates is how many states an automaton may have to be followed here. Those
// that people write have a handful.
const maxStates = 64

// A proto is an automaton with the tables that the walk needs.
type proto struct {
	*automaton.Automaton
	alphabet []string
	all      states
	final    states
}

func newProto(a *automaton.Automaton) *proto {
	p := &proto{Automaton: a, alphabet: a.Alphabet()}
	for i, s := range a.States {
		p.all |= 1 << i
		if s.Final {
			p.final |= 1 << i
		}
	}
	return p
}

// has reports whether calls of a method are events.
func (p *proto) has(method string) bool {
	_, ok := slices.BinarySearch(p.alphabet, method)
	return ok
}

// step returns the states after a call, none when it is forbidden in all.
func (p *proto) step(from states, method string) states {
	var to states
	for i := range p.States {
		if from&(1<<i) == 0 {
			continue
		}
		if n := p.Step(i, method); n != automaton.NoState {
			to |= 1 << n
		}
	}
	return to
}

// finishes reports whether a call leads from one of these states to a final one
// only.
func (p *proto) finishes(from states, method string) bool {
	to := p.step(from, method)
	return to != 0 && to&^p.final == 0
}

// name is the name of a state of the set.
func (p *proto) name(s states) string { return p.StateName(bits.TrailingZeros64(uint64(s))) }

// protocols are the automata that objects of a package are followed by.
type protocols struct {
	list         []*proto
	constructors map[string]constructor // by the name that go/types gives the function
}

// A constructor is a function that returns a new object.
type constructor struct {
	proto  *proto
	field  string // of the result, or ""
	states states // in which the object is
}

// newProtocols prefers the first of two automata about one type. A mined
// automaton says what was seen and not what is right: it is left to runs. One
// that is too large to be followed is left out, and tooLarge called.
func newProtocols(own []*automaton.Automaton, tooLarge func()) *protocols {
	ps := &protocols{constructors: map[string]constructor{}}
	for _, a := range append(own, protocol.Shipped()...) {
		if a.Origin != "" || slices.ContainsFunc(ps.list, func(p *proto) bool { return p.Covers(a.Type) }) {
			continue
		}
		if len(a.States) > maxStates {
			tooLarge()
			continue
		}
		p := newProto(a)
		ps.list = append(ps.list, p)
		for _, m := range a.Constructors {
			ps.constructors[m.Func] = constructor{p, m.Field, 1}
		}
	}
	return ps
}

// of returns the automaton about values of a type, or nil.
func (ps *protocols) of(t types.Type) *proto {
	name := typeName(t)
	if name == "" {
		return nil
	}
	for _, p := range ps.list {
		if p.Covers(name) {
			return p
		}
	}
	return nil
}

// mentions reports whether some automaton knows a method of that name.
func (ps *protocols) mentions(method string) bool {
	return slices.ContainsFunc(ps.list, func(p *proto) bool { return p.has(method) })
}

// typeName is the path-qualified name of a type or what it points to, without
// type arguments, or "".
func typeName(t types.Type) string {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	return syncop.PackagePath(n.Obj().Pkg()) + "." + n.Obj().Name()
}

// literal reports whether composite literals and new make objects.
func (p *proto) literal() bool {
	return len(p.Constructors) == 0 || slices.ContainsFunc(p.Constructors, func(m automaton.Constructor) bool { return m.Func == automaton.Literal })
}

// ends reports whether a method is one by which objects come to their end.
func (p *proto) ends(method string) bool {
	return slices.ContainsFunc(p.States, func(st automaton.State) bool {
		i := slices.IndexFunc(st.Edges, func(e automaton.Edge) bool { return e.Method == method })
		return !st.Final && i >= 0 && p.States[st.Edges[i].To].Final
	})
}

// enders are the methods that lead from one of the states to a final one.
func (p *proto) enders(from states) []string {
	var list []string
	for _, m := range p.alphabet {
		if p.finishes(from, m) {
			list = append(list, m)
		}
	}
	if len(list) == 0 {
		return []string{"what ends the use"}
	}
	return list
}

// ender is the only method without arguments that brings an object to its end
// and may be called at the end once more, or that nothing else is said about:
// Close, or Rollback, which does nothing after Commit.
func (p *proto) ender() string {
	if p.Lenient {
		return "" // a deferred call would hide its error
	}
	var again []string
	for _, m := range p.alphabet {
		if !p.ends(m) {
			continue
		}
		if p.step(p.final, m) != 0 || len(p.enders(1)) == 1 {
			again = append(again, m)
		}
	}
	again = slices.DeleteFunc(again, func(m string) bool { return !slices.Contains(p.enders(1), m) })
	if len(again) != 1 {
		return ""
	}
	return again[0]
}
