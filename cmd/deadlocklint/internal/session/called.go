package session

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// Called is where the program calls a function of the library, which is named in full, and the variable for which it does so. The
// variable is the receiver, or the first argument is its address. Both are "" where the line does not tell one call.
func (se *Session) Called(at trace.Frame, function string) (pos, variable string) {
	s := se.source().read(at.File)
	if s.file == nil {
		return "", ""
	}
	name := function[strings.LastIndexByte(function, '.')+1:]
	found := s.only(s.find(at.Line, name, namedCall), "", at.Func)
	if found == nil {
		return "", ""
	}
	call, _ := found.node.(*ast.CallExpr)
	pos = fmt.Sprintf("%s:%d", report.LineOf(se.Pos(at)), s.fset.Position(found.pos).Column)
	return pos, calledFor(call, strings.Contains(function, ")."))
}

// namedCall is where a node calls a function or method of a name.
func namedCall(n ast.Node, name string) (pos token.Pos, operand string) {
	call, ok := n.(*ast.CallExpr)
	if ok && lastName(call.Fun) == name {
		return call.Lparen, ""
	}
	return token.NoPos, ""
}

// calledFor is the variable for which a function is called, "" for another expression.
func calledFor(call *ast.CallExpr, method bool) string {
	var e ast.Expr
	switch sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); {
	case method && ok:
		e = sel.X
	case !method && len(call.Args) > 0:
		e = call.Args[0]
	}
	if address, ok := e.(*ast.UnaryExpr); ok && address.Op == token.AND {
		e = address.X
	}
	if e == nil || lastName(e) == "?" {
		return ""
	}
	return types.ExprString(e)
}
