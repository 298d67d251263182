package typestate

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

// call performs a call. It reports false when it does not return.
func (w *walker) call(s *state, in ssa.CallInstruction, c *ssa.CallCommon) bool {
	if fn := syncop.CalledFunc(c); fn != nil && syncop.Ends(fn) || w.pkg.noReturn(c) {
		return false
	}
	recv, method := receiver(c)
	calm := w.harmless(c)
	if recv != nil {
		calm = w.method(s, in, recv, method) || calm
	}
	w.arguments(s, in, c, recv)
	if !calm {
		w.forgetPaths(s, "")
		s.forgetEscaped()
	}
	if v, ok := in.(*ssa.Call); ok {
		if o := w.objects[v]; o != nil {
			w.born(s, o)
		}
	}
	return true
}

// harmless reports whether a call assigns to no field of the program.
func (w *walker) harmless(c *ssa.CallCommon) bool {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return b.Name() != "delete"
	}
	obj := syncop.CalledFunc(c)
	if obj == nil || obj.Pkg() == nil {
		return false
	}
	switch obj.Pkg().Path() {
	case "fmt", "errors", "strings", "strconv", "time", "os", "path", "path/filepath", "bytes", "log", "math", "unicode/utf8", "encoding/binary":
		return true
	}
	return false
}

// method is a call of a method on an object. It reports whether the receiver is
// followed.
func (w *walker) method(s *state, in ssa.CallInstruction, recv ssa.Value, method string) bool {
	refs := w.refs(s, recv)
	if len(refs) == 0 {
		if o := w.found(s, recv); o != nil {
			refs = []ref{{obj: o}}
		}
	}
	for _, r := range refs {
		switch {
		case r.how == owner:
			w.onWhole(s, in, method, r)
		case r.how == itself:
			w.event(s, in, r.obj, method)
		case method == "Encode":
			w.indirect(s, in, r.obj, "Write")
		}
	}
	return len(refs) > 0
}

// onWhole is a call of a method on a struct that has the object in a field.
func (w *walker) onWhole(s *state, in ssa.CallInstruction, method string, r ref) {
	switch fn := in.Common().StaticCallee(); {
	case fn == nil:
		s.escape(r.obj)
	case !isStdFunc(fn):
		w.apply(s, in, r.obj, w.pkg.effect(in.Common(), 0, r.field))
	case method == "Write":
		s.escape(r.obj) // a response that is written is closed as well
	}
}

// found is an object that was not made here: the end of a path of fields, or
// a parameter.
func (w *walker) found(s *state, recv ssa.Value) *object {
	p := w.pkg.protocols.of(recv.Type())
	path := w.path(s, recv)
	if p == nil || path == "" {
		return nil
	}
	o := w.paths[path]
	if o == nil {
		o = w.add(&object{proto: p, path: path})
		w.paths[path] = o
	}
	if _, ok := s.live[o]; !ok {
		s.live[o] = life{states: p.all}
	}
	return o
}

// event is a call of a method on an object itself.
func (w *walker) event(s *state, in ssa.CallInstruction, o *object, method string) {
	l, ok := s.live[o]
	if !ok {
		return
	}
	switch {
	case l.escaped:
	case slices.Contains([]string{"Fd", "SyscallConn", "File"}, method):
		s.escape(o) // its result may be closed instead
	case o.proto == nil:
		w.noted(s, in, o, method)
	case o.proto.has(method):
		w.transition(s, in, o, method)
	default:
		if fn := in.Common().StaticCallee(); fn != nil && !isStdFunc(fn) && !slices.Contains(o.proto.Ignored, method) {
			w.apply(s, in, o, w.pkg.effect(in.Common(), 0, ""))
		}
	}
}

// noted is a call on an object of which only the methods are of interest.
func (w *walker) noted(s *state, in ssa.CallInstruction, o *object, method string) {
	e := effect{May: []string{method}, Always: []string{method}}
	if fn := in.Common().StaticCallee(); fn != nil && !w.pkg.protocols.mentions(method) && !isStdFunc(fn) {
		e = w.pkg.effect(in.Common(), 0, "")
	}
	w.apply(s, in, o, e)
}

// transition is a call that the automaton knows.
func (w *walker) transition(s *state, in ssa.CallInstruction, o *object, method string) {
	l := s.live[o]
	next := o.proto.step(l.states, method)
	if next == 0 {
		if l.states&^o.proto.final != 0 || !o.proto.ends(method) || !ignored(in) {
			w.violation(violation{obj: o, at: in, method: method, before: l})
		}
		return // one report is enough: the state stays
	}
	if o.proto.Lenient && o.proto.ends(method) && l.states&o.proto.final == 0 {
		w.writesThrough(s, in, o, method)
	}
	l.told(o.proto, in, method)
	l.states, l.last, l.method = next, in, method
	s.live[o] = l
}

func (w *walker) violation(v violation) {
	if !slices.ContainsFunc(w.violations, func(o violation) bool { return o.at == v.at && o.obj == v.obj }) {
		w.violations = append(w.violations, v)
	}
}

// arguments gives the objects among the arguments to the function called.
func (w *walker) arguments(s *state, in ssa.CallInstruction, c *ssa.CallCommon, recv ssa.Value) {
	for i, arg := range c.Args {
		if arg == recv && !c.IsInvoke() && i == 0 {
			continue
		}
		refs := w.refs(s, arg)
		for _, r := range refs {
			w.given(s, in, c, i, r)
		}
		if len(refs) == 0 {
			w.escapes(s, arg) // a variable that has an object
		}
	}
}

// given passes an object to a function.
func (w *walker) given(s *state, in ssa.CallInstruction, c *ssa.CallCommon, arg int, r ref) {
	if borrows(c) {
		_, name := effectOf(c)
		if calls := stdlib.Methods(name); arg < len(calls) && r.how == itself {
			w.indirect(s, in, r.obj, calls[arg])
		}
		return
	}
	if obj := syncop.CalledFunc(c); obj != nil && slices.Contains(errorTests, obj.FullName()) {
		return
	}
	switch r.how {
	case holder:
		if e := w.pkg.effect(c, arg, ""); e.Escapes || len(e.May) > 0 && w.closing(e.May) {
			s.escape(r.obj)
		}
	case owner:
		w.apply(s, in, r.obj, w.pkg.effect(c, arg, r.field))
	default:
		w.apply(s, in, r.obj, w.pkg.effect(c, arg, ""))
	}
}

// closing reports whether one of the methods may end something.
func (w *walker) closing(methods []string) bool { return slices.Contains(methods, "Close") }

// indirect is a call that a function of the standard library makes.
func (w *walker) indirect(s *state, in ssa.CallInstruction, o *object, method string) {
	l, ok := s.live[o]
	switch {
	case !ok || l.escaped:
	case o.proto == nil:
		w.apply(s, in, o, effect{May: []string{method}})
	case o.proto.has(method):
		w.transition(s, in, o, method)
	}
}

// apply performs the effect of a call on an object.
func (w *walker) apply(s *state, in ssa.CallInstruction, o *object, e effect) {
	l, ok := s.live[o]
	switch {
	case !ok:
		return
	case e.Escapes:
		s.escape(o)
		return
	case o.proto == nil:
		for _, m := range e.Always {
			if !strings.Contains(l.called, " "+m+" ") {
				l.called += " " + m + " "
			}
		}
		for _, m := range e.May {
			w.pkg.may[o] = insert(w.pkg.may[o], m)
		}
		s.live[o] = l
		return
	}
	w.applyStates(s, in, o, l, e)
}

// applyStates is the effect on an automaton of methods that are called in an unknown order, some of them
// perhaps.
func (w *walker) applyStates(s *state, in ssa.CallInstruction, o *object, l life, e effect) {
	known := func(list []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(m string) bool { return !o.proto.has(m) })
	}
	may, always := known(e.May), known(e.Always)
	if len(may) == 0 {
		return
	}
	if len(always) > 0 && !slices.ContainsFunc(may, func(m string) bool { return o.proto.step(l.states, m) != 0 }) {
		w.violation(violation{obj: o, at: in, method: always[0], before: l})
		return
	}
	l.wrote = l.wrote || slices.ContainsFunc(may, isWrite)
	reach := l.states
	for again := true; again; {
		again = false
		for _, m := range may {
			if to := o.proto.step(reach, m); to&^reach != 0 {
				reach |= to
				again = true
			}
		}
	}
	for _, m := range always {
		if o.proto.finishes(reach&^o.proto.final, m) {
			l.states, l.last, l.method = reach&o.proto.final, in, m
			s.live[o] = l
			return
		}
	}
	mayEnd := slices.ContainsFunc(o.proto.Ends, func(e automaton.End) bool { return slices.Contains(may, e.Method) })
	if l.states&o.proto.final == 0 && (mayEnd || reach&o.proto.final != 0) {
		s.escape(o) // it may have come to its end
		return
	}
	l.states = reach
	s.live[o] = l
}

func insert(list []string, s string) []string {
	i, ok := slices.BinarySearch(list, s)
	if ok {
		return list
	}
	return slices.Insert(list, i, s)
}
