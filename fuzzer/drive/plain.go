package drive

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"slices"
)

// This file takes out of a test what is there for the judge alone.

// hold is the function of the judge that keeps a value.
const hold = "Hold"

// A cut is a stretch of a file that is left out, by its offsets.
type cut struct{ from, to int }

// plain is a file without calls of the judge.
func plain(text []byte) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	at := func(p token.Pos) int { return fset.Position(p).Offset }
	var cuts []cut
	ast.Inspect(file, func(n ast.Node) bool {
		if statement, ok := n.(*ast.ExprStmt); ok && keeps(statement.X) {
			end := at(statement.End())
			rest := bytes.TrimPrefix(text[end:], []byte("; "))
			cuts = append(cuts, cut{at(statement.Pos()), len(text) - len(rest)})
			return false
		}
		if call, ok := n.(*ast.CallExpr); ok && keeps(call) {
			cuts = append(cuts, cut{at(call.Pos()), at(call.Lparen) + 1}, cut{at(call.Rparen), at(call.End())})
		}
		return true
	})
	slices.SortFunc(cuts, func(a, b cut) int { return b.from - a.from })
	for _, c := range cuts { // the last ones first, so that the others stay where they are
		text = slices.Delete(text, c.from, c.to)
	}
	return format.Source(text)
}

// keeps reports whether an expression is a call that keeps a value.
func keeps(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	id, ok := call.Fun.(*ast.Ident)
	return ok && id.Name == hold
}
