package instrument

import (
	"go/ast"
	"go/token"
)

// findTaken notes the variables that other code could write where no statement says
// so, or where a statement cannot be followed, with the reason.
func (f *finder) findTaken() {
	for _, in := range f.files {
		ast.Inspect(in.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				switch in.builtin(n) {
				case "clear":
					f.takenElements(in, n.Args[0], nil)
				case "delete":
					f.takenElements(in, n.Args[0], n.Args[1])
				}
			case *ast.UnaryExpr:
				if v := in.written(n.X); v != nil && n.Op == token.AND {
					f.taken[in.varKey(v)] = "whose address is taken"
				}
			case *ast.AssignStmt:
				for _, lhs := range n.Lhs {
					f.called(in, lhs)
				}
			case *ast.IncDecStmt:
				f.called(in, n.X)
			case *ast.RangeStmt:
				if n.Tok == token.ASSIGN {
					f.alone(in, []ast.Expr{n.Key, n.Value}, "which a range writes")
				}
			default:
				for s, where := range besideNothing(n) {
					f.alone(in, assigned(s), where)
				}
			}
			return true
		})
	}
}

// besideNothing are the statements of a node that nothing can be put beside.
func besideNothing(n ast.Node) map[ast.Stmt]string {
	const head = "which is written in the head of a statement"
	switch n := n.(type) {
	case *ast.CommClause:
		return map[ast.Stmt]string{n.Comm: "which a case of a select writes"}
	case *ast.IfStmt:
		return map[ast.Stmt]string{n.Init: head}
	case *ast.ForStmt:
		return map[ast.Stmt]string{n.Init: head, n.Post: head}
	case *ast.SwitchStmt:
		return map[ast.Stmt]string{n.Init: head}
	case *ast.TypeSwitchStmt:
		return map[ast.Stmt]string{n.Init: head}
	case *ast.LabeledStmt:
		return map[ast.Stmt]string{n.Stmt: "which is written at a label"}
	}
	return nil
}

// alone notes variables that are written where no call can be put after the write.
func (f *finder) alone(in *file, lhs []ast.Expr, why string) {
	for _, e := range lhs {
		if ix, ok := e.(*ast.IndexExpr); ok {
			e = ix.X
		}
		if e == nil {
			continue
		}
		if v := in.written(e); v != nil {
			f.taken[in.varKey(v)], f.taken[elements(in.varKey(v))] = why, why
		}
	}
}

// called notes a variable that is written where it is reached through a call:
// calling that again would be another thing than the program does.
func (f *finder) called(in *file, lhs ast.Expr) {
	if ix, ok := ast.Unparen(lhs).(*ast.IndexExpr); ok {
		f.takenElements(in, ix.X, ix.Index)
		lhs = ix.X
	}
	if v := in.written(lhs); v != nil && !again(ast.Unparen(lhs)) {
		f.taken[in.varKey(v)] = "which is written through a call"
	}
}

// takenElements notes a map of which an element is written that cannot be named
// again, or all at once.
func (f *finder) takenElements(in *file, of, index ast.Expr) {
	v := in.written(of)
	if v == nil {
		return
	}
	switch _, literal := index.(*ast.BasicLit); {
	case index == nil:
		f.taken[elements(in.varKey(v))] = "of a map that is cleared"
	case !literal && !again(index):
		f.taken[elements(in.varKey(v))] = "of a map that is written under a key that cannot be asked for twice"
	}
}
