package load

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/cfg"
	"golang.org/x/tools/go/types/typeutil"
)

// NoReturn returns the functions of a package that never return to their caller: those that
// end in a panic, in a loop without a way out, or in the call of another such function, on every path.
// known tells of those of other packages. Only functions whose last statement could be such an end are
// brought into the form of a control flow graph, which few are.
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
		never = e.mayEnd(body) && cfg.New(body, e.mayReturn).NoReturn()
		e.never[fn] = never
	}
	return never
}

// mayEnd reports whether control may not come to the end of a body: it does behind a last statement that
// is none of these.
func (e *enders) mayEnd(body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	switch last := body.List[len(body.List)-1].(type) {
	case *ast.ExprStmt:
		call, ok := ast.Unparen(last.X).(*ast.CallExpr)
		return ok && !e.mayReturn(call)
	case *ast.ForStmt:
		return last.Cond == nil
	case *ast.IfStmt:
		return last.Else != nil
	case *ast.BlockStmt, *ast.LabeledStmt, *ast.SelectStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt:
		return true
	}
	return false
}

// mayReturn reports whether the called function may return, as far as that is known.
func (e *enders) mayReturn(call *ast.CallExpr) bool {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && e.pass.TypesInfo.Uses[id] == types.Universe.Lookup("panic") {
		return false
	}
	fn := typeutil.StaticCallee(e.pass.TypesInfo, call)
	if fn == nil {
		return true
	}
	fn = fn.Origin()
	if e.bodies[fn] != nil {
		return !e.ends(fn)
	}
	return !e.known(fn)
}
