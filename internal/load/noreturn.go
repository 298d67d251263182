package load

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/cfg"
	"golang.org/x/tools/go/types/typeutil"
)

// NoReturn returns the functions of a package that never return to their caller. On every
// path such a function ends in a panic, in a loop without an exit, or in the call of another
// such function. The function known answers for functions of other packages and for methods of interfaces.
// The analysis makes a control flow graph only where the last statement could be such an end.
// Few functions have one.
//
// Function values are not followed, and a function that calls itself is taken to return.
func NoReturn(pass *analysis.Pass, known func(*types.Func) bool) map[*types.Func]bool {
	e := enders{pass: pass, known: known, bodies: map[*types.Func]*ast.BlockStmt{}, never: map[*types.Func]bool{}}
	var order []*types.Func // where functions call each other it matters who is looked at first
	for _, file := range pass.Files {
		for _, d := range file.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil {
				if obj, ok := pass.TypesInfo.Defs[fd.Name].(*types.Func); ok {
					e.bodies[obj] = fd.Body
					order = append(order, obj)
				}
			}
		}
	}
	found := map[*types.Func]bool{}
	for _, fn := range order {
		if e.ends(fn) {
			found[fn] = true
		}
	}
	return found
}

// enders looks for functions that never return.
type enders struct {
	pass   *analysis.Pass
	known  func(*types.Func) bool
	bodies map[*types.Func]*ast.BlockStmt
	never  map[*types.Func]bool // of those that were looked at; false while one is
}

func (e *enders) ends(fn *types.Func) bool {
	never, asked := e.never[fn]
	if !asked {
		e.never[fn] = false
		body := e.bodies[fn]
		never = e.mayEnd(body.List) && (cfg.New(body, e.mayReturn).NoReturn() || e.endsInCondition(body.List))
		e.never[fn] = never
	}
	return never
}

// mayEnd reports whether control may not come past a list of statements: it does after a last statement that
// is none of these. A return after such a statement is there for the compiler, which does not know it.
func (e *enders) mayEnd(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch last := list[len(list)-1].(type) {
	case *ast.ExprStmt:
		call, ok := ast.Unparen(last.X).(*ast.CallExpr)
		return ok && !e.mayReturn(call)
	case *ast.ReturnStmt:
		return e.mayEnd(list[:len(list)-1])
	case *ast.ForStmt:
		return last.Cond == nil
	case *ast.IfStmt:
		return last.Else != nil && e.mayEnd(last.Body.List) && e.mayEnd([]ast.Stmt{last.Else})
	case *ast.BlockStmt:
		return e.mayEnd(last.List)
	case *ast.LabeledStmt, *ast.SelectStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.BranchStmt:
		return true
	}
	return false
}

// endsInCondition reports whether control comes to a condition whose call never returns, of which the control flow
// graph does not know:
//
//	if assert.FailNow(t, why) { return }
//	t.FailNow()
func (e *enders) endsInCondition(list []ast.Stmt) bool {
	for _, st := range list {
		if branch, ok := st.(*ast.IfStmt); ok && branch.Init == nil {
			if call, ok := ast.Unparen(branch.Cond).(*ast.CallExpr); ok && !e.mayReturn(call) {
				return true
			}
		}
		if mayLeave(st) {
			return false
		}
	}
	return false
}

// mayLeave reports whether a statement has one in it after which control does not come to the next one, or defers what
// may recover.
func mayLeave(st ast.Stmt) bool {
	found := false
	ast.Inspect(st, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt, *ast.BranchStmt, *ast.DeferStmt:
			found = true
		}
		return !found
	})
	return found
}

// mayReturn reports whether the called function may return, as far as that is known.
func (e *enders) mayReturn(call *ast.CallExpr) bool {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && e.pass.TypesInfo.Uses[id] == types.Universe.Lookup("panic") {
		return false
	}
	fn, ok := typeutil.Callee(e.pass.TypesInfo, call).(*types.Func)
	if !ok {
		return true
	}
	fn = fn.Origin()
	if e.bodies[fn] != nil {
		return !e.ends(fn)
	}
	return !e.known(fn)
}
