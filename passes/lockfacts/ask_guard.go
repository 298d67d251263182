package lockfacts

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// guards are the conditions about flags that hold for as long as the object is there: no other package sets them, their address goes
// nowhere, and the struct never gets another value. A flag in a struct that is a field may be replaced with the struct, and is none.
func (a *analyzer) guards(conds []Condition) (list []Condition) {
	for _, c := range conds {
		name := lastSelector(c.Path)
		if a.isFlag(c) && !a.unsteady[name] && !ast.IsExported(strings.TrimPrefix(name, ".")) && strings.Count(c.Path, ".") == 1 {
			list = append(list, c)
		}
	}
	return list
}

// unsteadyFlags are the flags that something besides an assignment to them may change:
//
//	flag.BoolVar(&t.back, …)
//	*t = *other
func (a *analyzer) unsteadyFlags() map[string]bool {
	list := map[string]bool{}
	for _, fn := range a.ssa.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.FieldAddr:
					if isBool(syncop.Elem(in.Type())) && goesElsewhere(in) {
						list[a.selector(fn, in)] = true
					}
				case *ssa.Store:
					if syncop.IsWhole(in.Val.Type()) && !a.isOfNew(in) {
						addFlags(list, in.Val.Type())
					}
				}
			}
		}
	}
	return list
}

// goesElsewhere reports whether the address of a variable is used for more than to read it and to assign to it.
func goesElsewhere(addr ssa.Value) bool {
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.Store:
			if ref.Val == addr {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// isOfNew reports whether a store gives a value to an object that only the function knows, or to a part of it.
func (a *analyzer) isOfNew(st *ssa.Store) bool {
	addr := st.Addr
	for {
		switch x := addr.(type) {
		case *ssa.FieldAddr:
			addr = x.X
		case *ssa.IndexAddr:
			addr = x.X
		case *ssa.Alloc:
			return !x.Heap || a.isUnborn(x, st)
		default:
			return false
		}
	}
}

// addFlags adds the fields of type bool that a value of a struct or an array has.
func addFlags(list map[string]bool, t types.Type) {
	if arr, ok := t.Underlying().(*types.Array); ok {
		addFlags(list, arr.Elem())
		return
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i := range st.NumFields() {
		f := st.Field(i)
		if isBool(f.Type()) {
			list[lastSelector(syncop.FieldOf(syncop.AccessPath{Root: syncop.Unknown}, t, i).Path)] = true
		} else if syncop.IsWhole(f.Type()) {
			addFlags(list, f.Type())
		}
	}
}
