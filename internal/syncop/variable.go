package syncop

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/trace/form"
)

// variable names a local variable as the dynamic side does.
func (f *Frame) variable(name string) string {
	return RuntimeName(f.Fn) + "." + strings.ReplaceAll(name, " ", "")
}

// free is a free variable: the root is ours, the names are the parent's.
func (f *Frame) free(v *ssa.FreeVar) AccessPath {
	p := AccessPath{Types: typeSegment(Elem(v.Type()))}
	for i, fv := range f.Fn.FreeVars {
		if fv != v {
			continue
		}
		p.Root = fmt.Sprint("F", i)
		if b := f.binding(i); b != nil {
			outer := f.parent.AccessPath(b)
			p.Types, p.Var = outer.Types, outer.Var
		}
	}
	return p
}

// binding is the value that the parent binds to a free variable, when that is one value.
func (f *Frame) binding(i int) ssa.Value {
	if f.parent == nil || i >= len(f.Fn.FreeVars) {
		return nil
	}
	return Captured(f.Fn.FreeVars[i])
}

// Captured returns the value that a literal captures by a free variable. The value belongs to
// the enclosing function. It is nil when the literal does not always capture the same value.
func Captured(v *ssa.FreeVar) ssa.Value {
	fn := v.Parent()
	i := slices.Index(fn.FreeVars, v)
	if fn.Parent() == nil || i < 0 {
		return nil
	}
	var found ssa.Value
	for _, b := range fn.Parent().Blocks {
		for _, in := range b.Instrs {
			mc, ok := in.(*ssa.MakeClosure)
			if !ok || mc.Fn != fn || i >= len(mc.Bindings) {
				continue
			}
			if found != nil && found != mc.Bindings[i] {
				return nil
			}
			found = mc.Bindings[i]
		}
	}
	return found
}

// deref is the access path of *x.
func (f *Frame) deref(v *ssa.UnOp) AccessPath {
	switch x := v.X.(type) {
	case *ssa.Alloc:
		if only := f.onlyObject(x); only != nil {
			return f.named(f.AccessPath(only), x)
		}
		p := f.local(v)
		if isLockLike(Elem(v.Type())) || isContainer(v.Type()) {
			p.Var = f.variable(x.Comment)
		}
		return p
	case *ssa.FreeVar:
		if !f.assigns(x) {
			return f.load(f.AccessPath(x), v.Type())
		}
		return f.local(v)
	case *ssa.FieldAddr:
		if f.fieldChanges(x).mayPrecede(v) { // another object perhaps each time it is read
			if stored := f.justStored(x, v); stored != nil {
				return f.AccessPath(stored)
			}
			return f.load(f.version(f.AccessPath(x), f.firstLoad(x, v)), v.Type())
		}
	case *ssa.IndexAddr:
		if f.elementChanged(x, v) {
			return f.load(f.version(f.AccessPath(x), v), v.Type())
		}
	}
	return f.load(f.AccessPath(v.X), v.Type())
}

// version is an access path whose content changes, as it is when v is computed.
func (f *Frame) version(p AccessPath, v ssa.Value) AccessPath {
	p.Path += "[" + v.Name() + "]"
	return p
}

// named gives a value without a name (a channel, a new lock) that of the
// variable it is kept in, as literals that capture the variable know it.
func (f *Frame) named(p AccessPath, x *ssa.Alloc) AccessPath {
	if p.Types == "" || !strings.Contains(p.Types, form.Bar) && p.Var != "" && strings.Contains(p.Var, "(") || p.Var != "" && isLockLike(Elem(Elem(x.Type()))) || p.Var == "" && p.Types == "sync.Cond" {
		p.Var = f.variable(x.Comment)
	}
	return p
}

// assigns reports whether the function assigns to a captured variable.
func (f *Frame) assigns(v *ssa.FreeVar) bool {
	if v.Referrers() == nil {
		return false
	}
	for _, r := range *v.Referrers() {
		if s, ok := r.(*ssa.Store); ok && s.Addr == v {
			return true
		}
	}
	return false
}

// OnlyStore returns the value that is stored into a local variable, if there
// is exactly one store, in the function itself or in its literals.
func OnlyStore(x *ssa.Alloc) ssa.Value {
	var only ssa.Value
	if x.Referrers() == nil {
		return nil
	}
	for _, r := range *x.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr != x {
				continue // its address goes elsewhere
			}
			if only != nil {
				return nil
			}
			only = r.Val
		case *ssa.MakeClosure:
			if storesThrough(r, x, 0) {
				return nil
			}
		}
	}
	return only
}

// valueOf returns the local variable that a composite literal is the only value of, or nil.
// The variable's fields then have the values of the literal's fields.
func valueOf(literal *ssa.Alloc) *ssa.Alloc {
	if literal.Comment != "complit" || literal.Referrers() == nil {
		return nil
	}
	for _, r := range *literal.Referrers() {
		load, ok := r.(*ssa.UnOp)
		if !ok || load.Referrers() == nil || len(*load.Referrers()) != 1 {
			continue
		}
		if s, ok := (*load.Referrers())[0].(*ssa.Store); ok {
			if variable, ok := s.Addr.(*ssa.Alloc); ok && OnlyStore(variable) == load {
				return variable
			}
		}
	}
	return nil
}

// OnlyObject is OnlyStore for a variable that holds a pointer or a function. Stores of nil do
// not count, since nil has no operations. A store of the value that the variable already holds
// does not count either; a return of a named result has one.
func OnlyObject(x *ssa.Alloc) ssa.Value {
	if !isOfObjects(x) || x.Referrers() == nil {
		only := OnlyStore(x)
		if _, ok := only.(*ssa.Const); ok {
			return nil // a flag was false before
		}
		return only
	}
	var only ssa.Value
	for _, r := range *x.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr != x || isNil(r.Val) || isLoadOf(r.Val, x) || r.Val == only {
				continue
			}
			if only != nil {
				return nil
			}
			only = r.Val
		case *ssa.MakeClosure:
			if storesThrough(r, x, 0) {
				return nil
			}
		}
	}
	return only
}

// onlyObject is OnlyObject, computed once for each variable.
func (f *Frame) onlyObject(x *ssa.Alloc) ssa.Value {
	only, ok := f.only[x]
	if !ok {
		if f.only == nil {
			f.only = map[*ssa.Alloc]ssa.Value{}
		}
		only = OnlyObject(x)
		f.only[x] = only
	}
	return only
}

// isOfObjects reports whether a variable holds a pointer or a function.
func isOfObjects(x *ssa.Alloc) bool {
	switch Elem(x.Type()).Underlying().(type) {
	case *types.Pointer, *types.Signature:
		return true
	}
	return false
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

func isLoadOf(v ssa.Value, x *ssa.Alloc) bool {
	u, ok := v.(*ssa.UnOp)
	return ok && u.Op == token.MUL && u.X == x
}

// StoredElsewhere reports whether a function literal assigns to a local variable. A literal
// that does so only at its end does not count (see storesLast). It also reports true when the
// address of the variable leaves the analysed code.
func StoredElsewhere(x *ssa.Alloc) bool {
	if x.Referrers() == nil {
		return false
	}
	for _, r := range *x.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr != x {
				return true
			}
		case *ssa.MakeClosure:
			if storesThrough(r, x, 0) && !storesLast(r, x) {
				return true
			}
		case ssa.CallInstruction, *ssa.MakeInterface, *ssa.Phi:
			return true
		}
	}
	return false
}

// storesThrough reports whether a literal assigns to the variable it captures.
func storesThrough(mc *ssa.MakeClosure, x ssa.Value, depth int) bool {
	fn := mc.Fn.(*ssa.Function)
	for i, b := range mc.Bindings {
		if b != x || i >= len(fn.FreeVars) {
			continue
		}
		fv := fn.FreeVars[i]
		if fv.Referrers() == nil || depth > 4 {
			return depth > 4
		}
		for _, r := range *fv.Referrers() {
			switch r := r.(type) {
			case *ssa.Store:
				if r.Addr == fv {
					return true
				}
			case *ssa.MakeClosure:
				if storesThrough(r, fv, depth+1) {
					return true
				}
			}
		}
	}
	return false
}
