package instrument

import (
	"go/ast"
	"go/types"

	"github.com/deadlocklint/deadlocklint/condvar"
)

// isBare reports whether a Wait has no condition: its own function takes the
// lock before it, and between the two there is no way out and nothing that
// could go around the Wait. It takes any lock for that of the Cond, which the
// source does not always tell: then a signal is looked for that cannot be missed,
// and no run confirms it.
func (u use) isBare() bool {
	for i := len(u.path) - 1; i > 0; i-- {
		switch n := u.path[i-1].(type) {
		case *ast.BlockStmt:
			if found, open := u.in.lockedBefore(n.List, u.path[i]); found || open {
				return found
			}
		case *ast.ExprStmt:
		default:
			return false
		}
	}
	return false
}

// lockedBefore looks backwards from a statement of a list for the call that takes
// a lock. open reports that something in between may leave the function.
func (in *file) lockedBefore(list []ast.Stmt, stmt ast.Node) (found, open bool) {
	for i := len(list) - 1; i >= 0; i-- {
		switch {
		case list[i].Pos() >= stmt.Pos():
		case in.isLock(list[i]):
			return true, false
		case leaves(list[i]):
			return false, true
		}
	}
	return false, false
}

// isLock reports whether a statement calls a method Lock or RLock.
func (in *file) isLock(s ast.Stmt) bool {
	x, ok := s.(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := x.X.(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	fn, ok := in.pkg.TypesInfo.ObjectOf(sel.Sel).(*types.Func)
	return ok && fn.Pkg() != nil && fn.Pkg().Path() == "sync" && (fn.Name() == "Lock" || fn.Name() == "RLock")
}

// markBare makes a Wait without a condition known.
func (f *finder) markBare(u use) {
	if id := f.site(u.in, u.call, condvar.Site{Kind: condvar.SiteOp, Op: u.op, Bare: true}); id != 0 {
		f.insert(u.in, u.call.Pos(), atText(id))
	}
}
