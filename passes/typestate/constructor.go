package typestate

import (
	"go/token"
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// This file is about functions that return a new object: those that an automaton
// names, and those that do nothing with an object of theirs but return it.

// walk returns what a function does on its paths, or nil when nothing is to be seen
// there or they are too many. An object that it makes for its callers is noted.
func (p *pkg) walk(fn *ssa.Function) *walker {
	if w, ok := p.walkers[fn]; ok {
		return w
	}
	p.constructors[fn] = nil // a function that calls itself
	w := newWalker(p, fn)
	events := false
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			w.makes(in)
			if call, ok := in.(ssa.CallInstruction); ok {
				recv, _ := receiver(call.Common())
				events = events || recv != nil && p.protocols.of(recv.Type()) != nil
			}
		}
	}
	if len(w.objects) == 0 && !events || !w.run(newState()) {
		w = nil
	} else {
		p.constructors[fn] = w.constructor()
	}
	p.walkers[fn] = w
	return w
}

// makes notes the object that an instruction makes, if any.
func (w *walker) makes(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.Call:
		m := w.pkg.constructorOf(&in.Call)
		if m == nil || m.proto.Cancelled && cancellable(in) || m.proto.Owner && ownerCloses(in) || expectedToFail(in) {
			return
		}
		w.add(&object{proto: m.proto, born: in, field: m.field, owned: true, err: errorOf(in), start: m.states})
	case *ssa.Alloc:
		t := in.Type().Underlying().(*types.Pointer).Elem()
		if _, isPointer := types.Unalias(t).(*types.Pointer); isPointer || types.IsInterface(t) {
			return
		}
		if p := w.pkg.protocols.of(t); p != nil && p.literal() {
			w.add(&object{proto: p, born: in, owned: true, start: 1})
		}
	}
}

// constructorOf returns what a called function makes, or nil.
func (p *pkg) constructorOf(c *ssa.CallCommon) *constructor {
	obj := syncop.CalledFunc(c)
	if obj == nil {
		return nil
	}
	if m, ok := p.protocols.constructors[obj.FullName()]; ok {
		return &m
	}
	fn := c.StaticCallee()
	if fn == nil {
		return nil
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if len(fn.Blocks) == 0 {
		return p.importedConstructor(obj)
	}
	if m, ok := p.constructors[fn]; ok {
		return m
	}
	if results := fn.Signature.Results(); results.Len() > 0 && p.mayHave(results.At(0).Type()) {
		p.walk(fn)
	}
	return p.constructors[fn]
}

// interesting reports whether values of a type may be objects with an automaton.
func (p *pkg) interesting(t types.Type) bool {
	if p.protocols.of(t) != nil {
		return true
	}
	it, ok := t.Underlying().(*types.Interface)
	if !ok {
		return false
	}
	for m := range it.Methods() {
		if p.protocols.mentions(m.Name()) {
			return true
		}
	}
	return false
}

// mayHave reports whether values of a type may be an object, or have one in a field.
func (p *pkg) mayHave(t types.Type) bool {
	if p.interesting(t) {
		return true
	}
	ptr, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	st, ok := ptr.Elem().Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if p.interesting(f.Type()) {
			return true
		}
	}
	return false
}

// gives returns the object that a return gives to the caller, or nil: the
// function has made it, and no other code knows it.
func (w *walker) gives(s *state, ret *ssa.Return) *constructor {
	if len(ret.Results) == 0 {
		return nil
	}
	refs := slices.DeleteFunc(w.refs(s, ret.Results[0]), func(r ref) bool { return r.how == holder })
	if len(refs) != 1 {
		return nil
	}
	r := refs[0]
	l, alive := s.live[r.obj]
	if !alive || l.escaped || !r.obj.owned || l.states&^r.obj.proto.final == 0 && l.states != r.obj.start {
		return nil
	}
	for _, other := range ret.Results[1:] {
		if leadsTo(w.refs(s, other), r.obj) {
			return nil
		}
	}
	if r.field != "" && r.obj.field == "" && !w.endable(ret.Results[0].Type(), r) {
		return nil
	}
	return &constructor{r.obj.proto, r.field, l.states}
}

// endable reports whether code that has a struct can bring the object in one of its fields
// to its end: the field is embedded, or a method of the struct does it.
func (w *walker) endable(t types.Type, r ref) bool {
	if st, ok := syncop.Elem(t).Underlying().(*types.Struct); ok {
		for f := range st.Fields() {
			if "."+f.Name() == r.field && f.Embedded() {
				return true
			}
		}
	}
	for method := range methodsOf(w.fn) {
		if slices.ContainsFunc(w.pkg.summary(summaryKey{method, 0, r.field}).Always, r.obj.proto.ends) {
			return true
		}
	}
	return false
}

// methodsOf yields the methods with a body of the type that a function's first result points to.
func methodsOf(fn *ssa.Function) iter.Seq[*ssa.Function] {
	return func(yield func(*ssa.Function) bool) {
		named, ok := types.Unalias(syncop.Elem(fn.Signature.Results().At(0).Type())).(*types.Named)
		if !ok {
			return
		}
		for m := range named.Methods() {
			if method := fn.Prog.FuncValue(m); method != nil && len(method.Blocks) > 0 && method.Pkg == fn.Pkg && !yield(method) {
				return
			}
		}
	}
}

// constructor returns what the function makes, or nil: every return gives the same kind of
// object, or nothing.
func (w *walker) constructor() *constructor {
	var made *constructor
	for _, e := range w.exits {
		switch {
		case e.gives == nil && !w.nothing(e):
			return nil
		case e.gives == nil:
		case made == nil:
			made = e.gives
		case made.proto != e.gives.proto || made.field != e.gives.field:
			return nil
		default:
			made.states |= e.gives.states
		}
	}
	return made
}

// nothing reports whether a return gives nil or an error.
func (w *walker) nothing(e exit) bool {
	if len(e.rets) == 0 {
		return false
	}
	if isNil, known := w.isNil(e.state, e.rets[0]); known && isNil {
		return true
	}
	for _, r := range e.rets[1:] {
		if isNil, known := w.isNil(e.state, r); isError(r.Type()) && known && !isNil {
			return true
		}
	}
	return false
}

// ownerCloses reports whether the function closes the receiver of a call, and with it
// the object that the call has made.
func ownerCloses(call *ssa.Call) bool {
	recv, _ := receiver(&call.Call)
	if recv == nil || recv.Referrers() == nil {
		return false
	}
	same := []ssa.Value{recv}
	if load, ok := recv.(*ssa.UnOp); ok && load.X.Referrers() != nil { // a variable that other code knows
		for _, r := range *load.X.Referrers() {
			if other, ok := r.(*ssa.UnOp); ok {
				same = append(same, other)
			}
		}
	}
	return slices.ContainsFunc(same, func(v ssa.Value) bool {
		return slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool {
			in, ok := r.(ssa.CallInstruction)
			if !ok {
				return false
			}
			of, method := receiver(in.Common())
			return of == v && method == "Close"
		})
	})
}

// expectedToFail reports whether the result of a call is not looked at, and its error is
// compared with an expected one, or handed to a function and not asked for. So tests ask for
// an error.
func expectedToFail(call *ssa.Call) bool {
	err := errorOf(call)
	if err == nil || call.Referrers() == nil {
		return false
	}
	for _, r := range *call.Referrers() {
		if e, ok := r.(*ssa.Extract); ok && e.Index == 0 && len(*e.Referrers()) > 0 {
			return false
		}
	}
	handed, asked := false, false
	for _, use := range *err.Referrers() {
		switch use := use.(type) {
		case *ssa.BinOp:
			other := use.X
			if other == err {
				other = use.Y
			}
			if k, isConst := other.(*ssa.Const); !isConst || !k.IsNil() || use.Op == token.EQL {
				return true
			}
			asked = true
		case *ssa.Call:
			if obj := syncop.CalledFunc(&use.Call); obj != nil && slices.Contains(errorTests, obj.FullName()) {
				return true
			}
			handed = true
		}
	}
	return handed && !asked
}
