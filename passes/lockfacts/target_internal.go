package lockfacts

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// A method may be exported although other packages cannot call it. They cannot name its type and get no object of it, or
// they cannot make one of its arguments. Then its callers are those of the package:
//
//	func (m *measurement) AddSeries(s *series) bool
//
// Conversions to an interface are not asked for here (escaping).

// isInternal reports whether only this package can call a method, as long as its type is not
// converted to an interface.
func (a *analyzer) isInternal(fn *ssa.Function) bool {
	recv := fn.Signature.Recv()
	if recv == nil {
		return false
	}
	t := a.hidden(recv.Type())
	if t == nil {
		return false
	}
	if out, ok := a.givenOut()[t]; ok {
		return out == byResult && a.wantsHidden(fn.Signature.Params())
	}
	return true
}

// hidden is the type of this package that a type is, or points to, if other packages cannot name it, or nil.
func (a *analyzer) hidden(t types.Type) *types.TypeName {
	n, ok := types.Unalias(syncop.Elem(t)).(*types.Named)
	if !ok || n.Obj().Pkg() != a.pass.Pkg || n.Obj().Exported() {
		return nil
	}
	return n.Origin().Obj()
}

// wantsHidden reports whether one of some parameters is of a type that other packages cannot name, and no interface.
func (a *analyzer) wantsHidden(params *types.Tuple) bool {
	return slices.ContainsFunc(slices.Collect(params.Variables()), func(v *types.Var) bool {
		t := a.hidden(v.Type())
		return t != nil && !types.IsInterface(t.Type())
	})
}

// A way is how other packages come to an object of a type that they cannot name.
type way int

const (
	byResult way = iota // as a result or a variable
	byPart              // as a part of a value that they can make, with its methods, or by another name
)

// givenOut returns the hidden types of which others may have objects.
func (a *analyzer) givenOut() map[*types.TypeName]way {
	if a.out != nil {
		return a.out
	}
	a.out = map[*types.TypeName]way{}
	scope := a.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		switch obj := scope.Lookup(name).(type) {
		case *types.TypeName:
			a.giveOutType(obj)
		case *types.Func:
			if obj.Exported() {
				a.giveOutBy(obj.Signature())
			}
		case *types.Var:
			if obj.Exported() {
				a.giveOut(obj.Type(), byResult)
			}
		}
	}
	return a.out
}

// giveOutType notes the types that a type gives out: the results of its methods, its fields, and embedded types.
func (a *analyzer) giveOutType(obj *types.TypeName) {
	if obj.IsAlias() && obj.Exported() {
		a.giveOut(obj.Type(), byPart)
	}
	n, ok := obj.Type().(*types.Named)
	if !ok {
		return
	}
	for m := range n.Methods() {
		if m.Exported() {
			a.giveOutBy(m.Signature())
		}
	}
	st, ok := n.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for f := range st.Fields() {
		switch {
		case f.Embedded():
			a.giveOut(f.Type(), byPart)
		case f.Exported():
			a.giveOut(f.Type(), byResult)
		}
	}
}

// giveOutBy notes the objects that a function gives to its caller, and to functions that it calls for the caller.
func (a *analyzer) giveOutBy(sig *types.Signature) {
	a.giveOutAll(sig.Results())
	for p := range sig.Params().Variables() {
		if back, ok := p.Type().Underlying().(*types.Signature); ok {
			a.giveOutAll(back.Params())
		}
	}
}

func (a *analyzer) giveOutAll(results *types.Tuple) {
	for v := range results.Variables() {
		a.giveOut(v.Type(), byResult)
	}
}

// giveOut notes that others have an object of a type, or one in which there are such.
func (a *analyzer) giveOut(t types.Type, by way) {
	switch u := types.Unalias(t).(type) {
	case *types.Pointer:
		a.giveOut(u.Elem(), by)
	case *types.Slice:
		a.giveOut(u.Elem(), by)
	case *types.Array:
		a.giveOut(u.Elem(), by)
	case *types.Map:
		a.giveOut(u.Elem(), by)
	case *types.Chan:
		a.giveOut(u.Elem(), by)
	case *types.Signature:
		a.giveOutAll(u.Results())
		a.giveOutAll(u.Params())
	case *types.Named:
		if h := a.hidden(u); h != nil {
			a.out[h] = max(a.out[h], by)
		}
	}
}
