package typestate

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/passes/edit"
)

// fix brings the object to its end where that is certain: by a deferred call
// after the check of the error when nothing ends it yet.
func (p *pkg) fix(w *walker, l leak) []analysis.SuggestedFix {
	method := l.obj.proto.ender()
	if l.loop || method == "" || w.finishedSomewhere(l.obj) {
		return nil
	}
	if field := strings.TrimPrefix(l.obj.field, "."); field != "" && !ast.IsExported(field) {
		return nil // other packages have no name for it
	}
	src := edit.Of(p.r.Pass)
	call := src.Call(l.obj.born.Pos())
	if call == nil {
		return nil
	}
	st, list := assignment(src, call)
	if st == nil || inLoop(src, call.Pos()) {
		return nil
	}
	name, ok := st.Lhs[0].(*ast.Ident)
	if !ok || name.Name == "_" {
		return nil
	}
	after := ast.Stmt(st)
	if len(st.Lhs) == 2 {
		if after = errorCheck(p.r.Pass.TypesInfo, st, edit.Next(list, st)); after == nil {
			return nil
		}
	}
	return edit.Fix("Defer "+method, src.InsertAfter(after, "defer "+name.Name+l.obj.field+"."+method+"()"))
}

// assignment is the statement that assigns the results of a call, and the list
// it stands in.
func assignment(src edit.Source, call *ast.CallExpr) (*ast.AssignStmt, []ast.Stmt) {
	path := src.Enclosing(call.Lparen)
	for i, n := range path {
		st, ok := n.(*ast.AssignStmt)
		if !ok {
			continue
		}
		if len(st.Rhs) != 1 || st.Rhs[0] != ast.Expr(call) || len(st.Lhs) > 2 || i+1 == len(path) {
			return nil, nil
		}
		if b, ok := path[i+1].(*ast.BlockStmt); ok {
			return st, b.List
		}
		return nil, nil
	}
	return nil, nil
}

// errorCheck is the statement after an assignment, when it leaves if the error
// is not nil.
func errorCheck(info *types.Info, st *ast.AssignStmt, next ast.Stmt) ast.Stmt {
	check, ok := next.(*ast.IfStmt)
	err, isName := st.Lhs[1].(*ast.Ident)
	if !ok || !isName || check.Init != nil || check.Else != nil || len(check.Body.List) == 0 {
		return nil
	}
	cond, ok := check.Cond.(*ast.BinaryExpr)
	if !ok || cond.Op != token.NEQ {
		return nil
	}
	x, ok := cond.X.(*ast.Ident)
	y, isNil := cond.Y.(*ast.Ident)
	if !ok || !isNil || x.Name != err.Name || y.Name != "nil" {
		return nil
	}
	switch last := check.Body.List[len(check.Body.List)-1].(type) {
	case *ast.ReturnStmt:
		return check
	case *ast.ExprStmt:
		if call, ok := last.X.(*ast.CallExpr); ok && syncop.IsLastCall(info, call) {
			return check
		}
	}
	return nil
}

// inLoop reports whether a position is in a loop of its function: a deferred call
// would come too late there.
func inLoop(src edit.Source, pos token.Pos) bool {
	for _, n := range src.Enclosing(pos) {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return true
		case *ast.FuncLit, *ast.FuncDecl:
			return false
		}
	}
	return false
}
