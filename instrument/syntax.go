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

// breaks reports whether a break leaves this loop, which may have a label.
func breaks(body *ast.BlockStmt, label string) (yes bool) {
	within(body, func(n *ast.BranchStmt, loops, targets int) {
		switch {
		case n.Tok != token.BREAK:
		case n.Label != nil:
			yes = yes || n.Label.Name == label
		default:
			yes = yes || targets == 0
		}
	})
	return yes
}

// branchesOut are the break, continue and goto statements that lead out of a loop or if,
// to somewhere else than right after it.
func branchesOut(stmt ast.Stmt, label string) (list []*ast.BranchStmt) {
	own := map[string]bool{}
	ast.Inspect(stmt, func(n ast.Node) bool {
		if l, ok := n.(*ast.LabeledStmt); ok {
			own[l.Label.Name] = true
		}
		return true
	})
	loop, isLoop := stmt.(*ast.ForStmt)
	var body ast.Node = stmt
	if isLoop {
		body = loop.Body
	}
	within(body, func(n *ast.BranchStmt, loops, targets int) {
		switch {
		case n.Tok == token.FALLTHROUGH || n.Label != nil && own[n.Label.Name]:
		case n.Tok == token.GOTO, n.Label != nil && (!isLoop || n.Label.Name != label):
			list = append(list, n)
		case n.Label != nil || isLoop:
		case n.Tok == token.BREAK && targets == 0 || n.Tok == token.CONTINUE && loops == 0:
			list = append(list, n)
		}
	})
	return list
}

// within calls f for the branches in a statement, with the numbers of loops, and of
// statements that a break leaves, around each.
func within(of ast.Node, f func(n *ast.BranchStmt, loops, targets int)) {
	var visit func(n ast.Node, loops, targets int)
	visit = func(of ast.Node, loops, targets int) {
		ast.Inspect(of, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ForStmt:
				visit(n.Body, loops+1, targets+1)
				return false
			case *ast.RangeStmt:
				visit(n.Body, loops+1, targets+1)
				return false
			case *ast.SwitchStmt:
				visit(n.Body, loops, targets+1)
				return false
			case *ast.TypeSwitchStmt:
				visit(n.Body, loops, targets+1)
				return false
			case *ast.SelectStmt:
				visit(n.Body, loops, targets+1)
				return false
			case *ast.BranchStmt:
				f(n, loops, targets)
			}
			return true
		})
	}
	visit(of, 0, 0)
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

// again reports whether an expression can be evaluated again after a statement,
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

// assigned is the existing variables that a statement writes.
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
