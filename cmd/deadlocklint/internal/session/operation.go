package session

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// methods are the methods that make an operation, by the names of reports. A run may record one method for
// another: a wait for a lock may be a TryLock's fallback.
var methods = map[string][]string{
	"lock": {"Lock", "TryLock", "Do"}, "request": {"Lock", "Do"}, "rlock": {"RLock", "TryRLock"}, "rrequest": {"RLock"},
	"unlock": {"Unlock"}, "runlock": {"RUnlock"}, "trylock": {"TryLock"}, "tryrlock": {"TryRLock"}, "tryfail": {"TryLock", "TryRLock"},
	"wait": {"Wait"}, "wake": {"Wait"}, "wgwait": {"Wait"}, "wgdone": {"Wait"}, "wgadd": {"Add", "Done", "Go"},
	"signal": {"Signal"}, "broadcast": {"Broadcast"}, "once": {"Do"}, "oncedone": {"Do"},
}

// instead are the operations that the source may have in place of one of the recorded ones: a channel may be a lock.
var instead = map[string][]string{
	"lock": {"send", "recv"}, "request": {"send", "recv"}, "unlock": {"send", "recv"},
	"sent": {"send"}, "received": {"recv"}, "recvclosed": {"recv"}, "starts": {"go"},
}

// operation is where a node does an operation, and the last name of its operand, if the node is one.
func operation(n ast.Node, op string) (pos token.Pos, operand string) {
	switch n := n.(type) {
	case *ast.GoStmt:
		if op == "go" {
			return n.Go, ""
		}
	case *ast.SendStmt:
		if op == "send" {
			return n.Arrow, lastName(n.Chan)
		}
	case *ast.UnaryExpr:
		if op == "recv" && n.Op == token.ARROW {
			return n.OpPos, lastName(n.X)
		}
	case *ast.SelectStmt:
		if op == "select" {
			return n.Select, ""
		}
	case *ast.CallExpr:
		return called(n, op)
	}
	return token.NoPos, ""
}

// called is operation for a call.
func called(n *ast.CallExpr, op string) (pos token.Pos, operand string) {
	switch fn := ast.Unparen(n.Fun).(type) {
	case *ast.SelectorExpr:
		if slices.Contains(methods[op], fn.Sel.Name) {
			return n.Lparen, lastName(fn.X)
		}
	case *ast.Ident:
		if op == "close" && fn.Name == "close" && len(n.Args) == 1 {
			return n.Lparen, lastName(n.Args[0])
		}
	}
	return token.NoPos, ""
}

// receives is where a loop receives from a channel, or takes other elements.
func receives(n ast.Node, op string) (pos token.Pos, operand string) {
	if loop, ok := n.(*ast.RangeStmt); ok && op == "recv" {
		return loop.Range, lastName(loop.X)
	}
	return token.NoPos, ""
}

// calls is where a node calls a function that may do any operation. The function of a literal does its own.
func calls(n ast.Node, _ string) (pos token.Pos, operand string) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return token.NoPos, ""
	}
	if _, literal := ast.Unparen(call.Fun).(*ast.FuncLit); literal {
		return token.NoPos, ""
	}
	return call.Lparen, ""
}

// lastName is the name of a variable or field, "?" for anything else.
func lastName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.IndexExpr:
		return lastName(e.X)
	case *ast.ParenExpr:
		return lastName(e.X)
	}
	return "?"
}

// literals is in how many function literals a function is, by the name that the linker gives it: F.func2.1 is in two.
func literals(fn string) (n int) {
	for rest := fn; ; n++ {
		dot := strings.LastIndexByte(rest, '.')
		if dot < 0 {
			return n
		}
		name, _, _ := strings.Cut(rest[dot+1:], "-") // the body of a loop over a function is no literal
		if _, err := strconv.Atoi(strings.TrimPrefix(name, "func")); err != nil {
			return n
		}
		rest = rest[:dot]
	}
}
