package lockfacts

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// A type that is declared by another one has the very fields of that one. A pointer to the one is converted to a
// pointer to the other, to give an object methods that it does not show:
//
//	type handlers Server
//	func (h *handlers) expire() { h.mu.Lock(); (*Server)(h).conns.Lock(); … }
//
// Locks in it go by the type that declares the struct.

// retyped returns what gives access paths the names of the types that declare their structs, or nil where
// the package does not convert such pointers.
func (a *analyzer) retyped() func(syncop.AccessPath) syncop.AccessPath {
	names := map[string]string{}
	for _, fn := range a.ssa.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if c, ok := in.(*ssa.ChangeType); ok {
					from, to := a.declaredStruct(c.X.Type()), a.declaredStruct(c.Type())
					if from != nil && to != nil && from != to && from.Type().Underlying() == to.Type().Underlying() {
						noteNames(names, from, to)
					}
				}
			}
		}
	}
	if len(names) == 0 {
		return nil
	}
	return func(p syncop.AccessPath) syncop.AccessPath {
		for name, by := range names {
			for names[by] != "" {
				by = names[by]
			}
			p = p.Retyped(name, by)
		}
		return p
	}
}

// named is norm, after which access paths go by the types that declare their structs.
func (a *analyzer) named(norm func(syncop.AccessPath) syncop.AccessPath) func(syncop.AccessPath) syncop.AccessPath {
	if a.byStruct == nil {
		return norm
	}
	return func(p syncop.AccessPath) syncop.AccessPath { return norm(a.byStruct(p)) }
}

// typePath is some object of a type.
func (a *analyzer) typePath(t types.Type) syncop.AccessPath {
	p := syncop.TypePath(t)
	if a.byStruct != nil {
		p = a.byStruct(p)
	}
	return p
}

// declaredStruct is the type that a pointer type points to, if it is a struct to which this package gives a name. Two
// that only look alike are two structs.
func (a *analyzer) declaredStruct(t types.Type) *types.TypeName {
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return nil
	}
	n, ok := types.Unalias(p.Elem()).(*types.Named)
	if !ok || n.TypeArgs().Len() > 0 || n.Obj().Pkg() != a.pass.Pkg {
		return nil
	}
	if st, ok := n.Underlying().(*types.Struct); !ok || st.NumFields() == 0 {
		return nil
	}
	return n.Obj()
}

// noteNames notes which of two types declares the struct of both: the one after whose name the fields come first. Where
// they come before both names, a third one does.
func noteNames(names map[string]string, one, other *types.TypeName) {
	first := one.Type().Underlying().(*types.Struct).Field(0).Pos()
	offset := func(n *types.TypeName) token.Pos { return max(first-n.Pos(), token.NoPos) } // how far, or NoPos
	switch a, b := offset(one), offset(other); {
	case a == b:
		return
	case a == token.NoPos || b != token.NoPos && b < a:
		one, other = other, one
	}
	names[syncop.TypePath(other.Type()).Types] = syncop.TypePath(one.Type()).Types
}
