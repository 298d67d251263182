package lockfacts

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// GivenByUsers reports whether the function in a variable or field comes from outside of the
// package. This is so for an exported field of an exported type. It is also so when an exported
// function stores a parameter there, or an element of a parameter. The store may happen through
// calls, or in a literal that the function returns.
func (r *Result) GivenByUsers(class string) bool { return r.given[class] }

// GivenBehind is GivenByUsers for the object that another field holds. An exported function
// stores that object in field, and fills its class with a parameter.
func (r *Result) GivenBehind(field, class string) bool { return r.given[field+" "+class] }

// given collects the classes of which that is so, and the pairs of them.
func (a *analyzer) given() map[string]bool {
	classes := map[string]bool{}
	for _, fn := range a.ssa.Funcs {
		if !IsExported(fn) || a.inTestFile(fn) {
			continue
		}
		stores := a.stores[syncop.Key(fn)]
		for _, k := range stores {
			if k.Fn != "" || strings.Contains(k.Val.Path, ".") || !strings.HasPrefix(k.Val.Root, "P") {
				continue
			}
			class := k.Slot.Class()
			classes[class] = true
			for _, o := range stores {
				if k.Slot.Known() && o.Val.Root == k.Slot.Root {
					classes[o.Slot.Class()+" "+class] = true
				}
			}
		}
	}
	a.exportedFields(classes)
	return classes
}

// exportedFields adds the fields that users may set.
func (a *analyzer) exportedFields(classes map[string]bool) {
	scope := a.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || !obj.Exported() || obj.IsAlias() {
			continue
		}
		st, ok := obj.Type().Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for i := range st.NumFields() {
			if f := st.Field(i); f.Exported() && !f.Embedded() {
				classes[syncop.FieldOf(syncop.TypePath(obj.Type()), obj.Type(), i).Class()] = true
			}
		}
	}
}

// IsExported reports whether importers of the package can call a function: by name, or as a
// method of a type that they can name.
func IsExported(fn *ssa.Function) bool {
	if fn.Parent() != nil || !ast.IsExported(fn.Name()) {
		return false
	}
	recv := fn.Signature.Recv()
	if recv == nil {
		return true
	}
	n, ok := types.Unalias(syncop.Elem(recv.Type())).(*types.Named)
	return ok && token.IsExported(n.Obj().Name())
}
