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

// atomicCall takes a call of a method of an atomic variable apart. One that is
// reached through a pointer of its own type is none: two fields may be the same.
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

// wroteAtomic makes a statement visible that is, or takes the result of, a call
// that writes an atomic variable of a condition. Elsewhere memory events tell of
// such a call, but for the race detector: there only that the variable changed is
// seen, and its conditions are taken as they happened.
func (f *finder) wroteAtomic(in *file, s ast.Stmt, e ast.Expr) {
	on, method, _ := in.atomicCall(e, in.pkg.TypesInfo)
	if on == nil {
		return
	}
	switch method {
	case "Store", "Swap", "CompareAndSwap", "And", "Or":
		f.wrote(in, s, on, false, 0)
	case "Add":
		delta := int64(0)
		if v := in.pkg.TypesInfo.Types[ast.Unparen(e).(*ast.CallExpr).Args[0]].Value; v != nil {
			if x, err := literal(v); err == nil {
				delta = x.Val
			}
		}
		f.wrote(in, s, on, true, delta)
	}
}

// again reports whether an expression can be evaluated again behind a statement,
// without effect and for the same variable.
func again(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return true
	case *ast.ParenExpr:
		return again(e.X)
	case *ast.StarExpr:
		return again(e.X)
	case *ast.SelectorExpr:
		return again(e.X)
	case *ast.IndexExpr:
		_, literal := e.Index.(*ast.BasicLit)
		return again(e.X) && (literal || again(e.Index))
	}
	return false
}
