package instrument

import (
	"go/ast"
	"go/token"
	"slices"
)

// This file is questions about syntax alone: it knows no types and no finder.

func isList(n ast.Node) bool {
	switch n.(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}

// leading is the if at the begin of a loop's body that leaves the loop.
func leading(body *ast.BlockStmt, before token.Pos) *ast.IfStmt {
	for _, s := range body.List {
		if s.Pos() >= before {
			return nil
		}
		n, ok := s.(*ast.IfStmt)
		if !ok || n.Init != nil || n.Else != nil || len(n.Body.List) == 0 {
			continue
		}
		switch last := n.Body.List[len(n.Body.List)-1].(type) {
		case *ast.ReturnStmt:
			return n
		case *ast.BranchStmt:
			if last.Tok == token.BREAK {
				return n
			}
		}
	}
	return nil
}

// jumps reports whether control can leave in a way that is not followed.
func jumps(body ast.Node) (yes bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BranchStmt:
			yes = yes || n.Label != nil || n.Tok == token.GOTO
		case *ast.LabeledStmt:
			yes = true
		}
		return true
	})
	return yes
}

// breaks reports whether a break leaves this loop.
func breaks(body *ast.BlockStmt) (yes bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			return false
		case *ast.BranchStmt:
			yes = yes || n.Tok == token.BREAK
		}
		return true
	})
	return yes
}

// leaves reports whether a statement may go elsewhere than behind itself.
func leaves(s ast.Stmt) (yes bool) {
	ast.Inspect(s, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt, *ast.BranchStmt:
			yes = true
		}
		return !yes
	})
	return yes
}

// returns reports whether a block ends by leaving the function, and in no other way.
func returns(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	_, ok := b.List[len(b.List)-1].(*ast.ReturnStmt)
	return ok && !slices.ContainsFunc(b.List[:len(b.List)-1], leaves)
}

// quiet reports whether nothing that is recorded happens while an expression is
// evaluated.
func quiet(e ast.Expr) bool {
	quiet := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			quiet = false
		case *ast.UnaryExpr:
			quiet = quiet && n.Op != token.ARROW
		}
		return quiet
	})
	return quiet
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

// isComm reports whether a statement is the operation of a case of a select: nothing
// can be put beside it.
func isComm(of ast.Node, s ast.Stmt) bool {
	c, ok := of.(*ast.CommClause)
	return ok && c.Comm == s
}

// assigned is what a statement writes that is there already.
func assigned(s ast.Stmt) []ast.Expr {
	switch s := s.(type) {
	case *ast.AssignStmt:
		if s.Tok != token.DEFINE {
			return s.Lhs
		}
	case *ast.IncDecStmt:
		return []ast.Expr{s.X}
	}
	return nil
}

func typeText(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return "*" + typeText(e.X)
	case *ast.Ident:
		return e.Name
	case *ast.IndexExpr:
		return typeText(e.X) + "[...]"
	case *ast.IndexListExpr:
		return typeText(e.X) + "[...]"
	}
	return "?"
}

// unlocksBetween reports whether a statement of a list between two places
// releases a lock.
func unlocksBetween(list []ast.Stmt, from, to token.Pos) bool {
	return slices.ContainsFunc(list, func(s ast.Stmt) bool {
		x, ok := s.(*ast.ExprStmt)
		if !ok || s.Pos() < from || s.Pos() >= to {
			return false
		}
		call, ok := x.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		return ok && (sel.Sel.Name == "Unlock" || sel.Sel.Name == "RUnlock")
	})
}
