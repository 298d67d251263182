package spinlock

import (
	"go/ast"
	"go/token"
	"slices"
)

// An exits collects the ways out of a loop.
type exits struct {
	f     *function
	label string // of the loop
	taken bool   // one after an operation that takes
	other bool   // a statement that does not give the lock
}

// waits reports whether all ways out of the loop are after operations that
// take, and there is one.
func (f *function) waits(loop *ast.ForStmt) bool {
	x := &exits{f: f, label: f.labels[loop]}
	f.loop = loop
	if loop.Cond != nil {
		x.leave(f.taking(loop.Cond, false))
	}
	x.walk(loop.Body.List, false, false)
	return x.taken && !x.other
}

func (x *exits) leave(guarded bool) {
	x.taken = x.taken || guarded
	x.other = x.other || !guarded
}

// walk goes through statements. guarded tells whether what takes has succeeded
// when they run, inner whether a break in them is that of another statement.
func (x *exits) walk(stmts []ast.Stmt, guarded, inner bool) {
	for _, s := range stmts {
		switch s := s.(type) {
		case *ast.IfStmt:
			guarded = x.branch(s, guarded, inner)
		case *ast.ReturnStmt:
			x.leave(guarded)
		case *ast.BranchStmt:
			if x.leaves(s, inner) {
				x.leave(guarded)
			}
		default:
			x.nested(s, guarded, inner)
		}
	}
}

// branch walks an if and returns whether what follows it is guarded.
func (x *exits) branch(s *ast.IfStmt, guarded, inner bool) bool {
	yes, no := x.f.taking(s.Cond, true), x.f.taking(s.Cond, false)
	x.walk(s.Body.List, guarded || yes, inner)
	var otherwise []ast.Stmt
	switch e := s.Else.(type) {
	case *ast.BlockStmt:
		otherwise = e.List
	case *ast.IfStmt:
		otherwise = []ast.Stmt{e}
	}
	x.walk(otherwise, guarded || no, inner)
	return guarded || no && ends(s.Body.List) || yes && ends(otherwise)
}

// leaves reports whether a break, continue or goto ends the loop.
func (x *exits) leaves(s *ast.BranchStmt, inner bool) bool {
	switch {
	case s.Tok == token.GOTO:
		return true
	case s.Tok == token.FALLTHROUGH:
		return false
	case s.Label != nil:
		return s.Tok == token.BREAK || s.Label.Name != x.label
	}
	return s.Tok == token.BREAK && !inner
}

// nested walks the statements below a statement that is no branch itself.
func (x *exits) nested(s ast.Stmt, guarded, inner bool) {
	switch s := s.(type) {
	case *ast.BlockStmt:
		x.walk(s.List, guarded, inner)
	case *ast.LabeledStmt:
		x.walk([]ast.Stmt{s.Stmt}, guarded, inner)
	case *ast.ForStmt:
		x.walk(s.Body.List, guarded, true)
	case *ast.RangeStmt:
		x.walk(s.Body.List, guarded, true)
	case *ast.SwitchStmt:
		x.walk(s.Body.List, guarded, true)
	case *ast.TypeSwitchStmt:
		x.walk(s.Body.List, guarded, true)
	case *ast.SelectStmt:
		x.walk(s.Body.List, guarded, true)
	case *ast.CaseClause:
		x.walk(s.Body, guarded, inner)
	case *ast.CommClause:
		x.walk(s.Body, guarded, inner)
	}
}

// ends reports whether nothing runs on after the statements.
func ends(stmts []ast.Stmt) bool {
	if len(stmts) == 0 {
		return false
	}
	switch s := stmts[len(stmts)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return s.Tok != token.FALLTHROUGH
	case *ast.BlockStmt:
		return ends(s.List)
	}
	return false
}

// labelled are the labels of the loops of a function.
func labelled(fn *ast.FuncDecl) map[*ast.ForStmt]string {
	labels := map[*ast.ForStmt]string{}
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if l, ok := n.(*ast.LabeledStmt); ok {
			if loop, ok := l.Stmt.(*ast.ForStmt); ok {
				labels[loop] = l.Label.Name
			}
		}
		return true
	})
	return labels
}

var comparisons = []token.Token{token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ}

func isComparison(b *ast.BinaryExpr) bool { return slices.Contains(comparisons, b.Op) }
