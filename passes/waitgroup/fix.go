package waitgroup

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/deadlocklint/deadlocklint/passes/edit"
)

// fixAdd moves Add before the go statement: when it is a statement of its own
// in the body of the goroutine, and its operands mean the same there.
func fixAdd(src edit.Source, pos token.Pos) []analysis.SuggestedFix {
	st, list := src.Statement(pos)
	call := src.Call(pos)
	if st == nil || len(call.Args) != 1 || !edit.Plain(edit.Receiver(call)) {
		return nil
	}
	if _, constant := call.Args[0].(*ast.BasicLit); !constant {
		return nil
	}
	var lit *ast.FuncLit
	for _, n := range src.Enclosing(pos) {
		if l, ok := n.(*ast.FuncLit); ok && lit == nil {
			lit = l
		}
		start, ok := n.(*ast.GoStmt)
		if !ok {
			continue
		}
		if lit == nil || start.Call.Fun != ast.Expr(lit) || !slices.Equal(list, lit.Body.List) || src.DeclaredIn(edit.Receiver(call), lit.Pos(), lit.End()) {
			return nil
		}
		return edit.Fix("Add before the go statement", src.InsertBefore(start, src.Text(call)), src.Remove(st))
	}
	return nil
}

// fixDone defers Done, when each call of it is the last thing that happens on
// its path.
func fixDone(src edit.Source, dones []token.Pos) []analysis.SuggestedFix {
	body := src.Function(dones[0])
	edits := [][]analysis.TextEdit{}
	for _, pos := range dones {
		st, list := src.Statement(pos)
		if st == nil || !edit.Plain(edit.Receiver(src.Call(pos))) || src.DeclaredIn(edit.Receiver(src.Call(pos)), body.Pos(), body.End()) {
			return nil
		}
		ret, returns := edit.Next(list, st).(*ast.ReturnStmt)
		if last := slices.Equal(list, body.List) && list[len(list)-1] == st; !last && (!returns || len(ret.Results) > 0) {
			return nil
		}
		edits = append(edits, src.Remove(st))
	}
	edits = append(edits, src.InsertBefore(body.List[0], "defer "+src.Text(src.Call(dones[0]))))
	return edit.Fix("Defer Done", edits...)
}
