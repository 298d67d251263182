package instrument

import (
	"go/ast"
	"go/types"
)

// atomics are the types of sync/atomic that a condition may read, with how.
var atomics = map[string]reading{
	"Bool": asAtomicBool, "Int32": asAtomicInt, "Int64": asAtomicInt, "Uint32": asAtomicInt, "Uint64": asAtomicInt,
}

// atomicWrites are the methods that write.
var atomicWrites = map[string]bool{"Store": true, "Swap": true, "CompareAndSwap": true, "And": true, "Or": true, "Add": true}

// atomicCall takes a call of a method of an atomic variable apart. A call
// through a pointer of the variable's own type is left out: two fields may be the same.
func (in *file) atomicCall(e ast.Expr, info *types.Info) (on ast.Expr, method string, as reading) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return nil, "", 0
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil, "", 0
	}
	named, ok := types.Unalias(info.TypeOf(sel.X)).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != "sync/atomic" {
		return nil, "", 0
	}
	as, ok = atomics[named.Obj().Name()]
	if !ok {
		return nil, "", 0
	}
	return ast.Unparen(sel.X), sel.Sel.Name, as
}
