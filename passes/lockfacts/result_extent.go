package lockfacts

import (
	"go/ast"
	"go/token"
)

// endOf is the end of the operation at a position of SSA form, which is where the arguments of a call begin, or at the operator of
// an operation on a channel. Editors underline what lies between. An operation of several lines ends with the first
// token of it.
func endOf(fset *token.FileSet, files []*ast.File, pos token.Pos) token.Pos {
	end := pos + 1
	for _, file := range files {
		if pos < file.FileStart || file.FileEnd <= pos {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if n == nil || pos < n.Pos() || n.End() <= pos {
				return false
			}
			if e, ok := extent(n, pos); ok {
				end = e
				if fset.Position(n.End()).Line == fset.Position(pos).Line {
					end = n.End()
				}
			}
			return true
		})
	}
	return end
}

// extent is the end of the first token of a node, if its position in SSA form is pos.
func extent(n ast.Node, pos token.Pos) (token.Pos, bool) {
	switch n := n.(type) {
	case *ast.CallExpr:
		return pos + 1, n.Lparen == pos
	case *ast.SendStmt:
		return pos + 2, n.Arrow == pos
	case *ast.UnaryExpr:
		return pos + 1, n.OpPos == pos
	case *ast.Ident:
		return n.End(), n.NamePos == pos
	case *ast.GoStmt:
		return pos + 2, n.Go == pos
	case *ast.DeferStmt:
		return pos + 5, n.Defer == pos
	case *ast.ReturnStmt:
		return pos + 6, n.Return == pos
	case *ast.SelectStmt:
		return pos + 6, n.Select == pos
	case *ast.ForStmt:
		return pos + 3, n.For == pos
	case *ast.RangeStmt:
		return pos + 3, n.For == pos
	case *ast.FuncLit:
		return pos + 4, n.Type.Func == pos
	}
	return token.NoPos, false
}
