package lockheld

import (
	"go/types"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// The elements of a list or map have a lock each:
//
//	s := &c.shards[i]; s.mu.Lock(); <-c.tokens         // holds the lock of one shard
//	s := &c.shards[j]; s.mu.Lock(); c.tokens <- struct{}{} // another goroutine needs that of another one
//
// A goroutine that has to do with another element answers. Where a single goroutine answers, its next element may be this one.

// elsewhere reports whether an answer may come from a goroutine that takes the lock of another element.
func elsewhere(r *lockfacts.Reporter, w, a *lockfacts.Communication, h lockfacts.HeldLock) bool {
	pkg := r.Pass.Pkg
	name, ok := strings.CutPrefix(h.Lock.Class(), pkg.Path()+".")
	if !ok || w.Holder != "" || r.Facts.Alone(a) {
		return false
	}
	name, _, _ = strings.Cut(name, ".")
	name, _, _ = strings.Cut(name, "[")
	element, ok := pkg.Scope().Lookup(name).(*types.TypeName)
	return ok && !isSingle(pkg.Scope(), element) && !strings.HasPrefix(w.Node, pkg.Path()+"."+name+".") && isElement(pkg.Scope(), element)
}

// isElement reports whether a variable or a field of a struct of a package is a list, a map or a channel of objects of a type.
func isElement(scope *types.Scope, element *types.TypeName) bool {
	return slices.ContainsFunc(scope.Names(), func(name string) bool {
		o := scope.Lookup(name)
		st, ok := o.Type().Underlying().(*types.Struct)
		if !ok {
			_, isVar := o.(*types.Var)
			return isVar && holdsSeveral(o.Type(), element)
		}
		for f := range st.Fields() {
			if holdsSeveral(f.Type(), element) {
				return true
			}
		}
		return false
	})
}

// holdsSeveral reports whether a type is a list, a map or a channel of objects of a type, or of pointers to them.
func holdsSeveral(t types.Type, element *types.TypeName) bool {
	container, ok := t.Underlying().(interface{ Elem() types.Type })
	if _, isPointer := t.Underlying().(*types.Pointer); !ok || isPointer {
		return false
	}
	e := container.Elem()
	if p, ok := e.Underlying().(*types.Pointer); ok {
		e = p.Elem()
	}
	named, ok := types.Unalias(e).(*types.Named)
	return ok && named.Origin().Obj() == element
}

// isSingle reports whether a field of a struct is one object of a type, or a pointer to one.
func isSingle(scope *types.Scope, element *types.TypeName) bool {
	return slices.ContainsFunc(scope.Names(), func(name string) bool {
		st, ok := scope.Lookup(name).Type().Underlying().(*types.Struct)
		if !ok {
			return false
		}
		for f := range st.Fields() {
			t := f.Type()
			if p, ok := t.Underlying().(*types.Pointer); ok {
				t = p.Elem()
			}
			if named, ok := types.Unalias(t).(*types.Named); ok && named.Origin().Obj() == element {
				return true
			}
		}
		return false
	})
}
