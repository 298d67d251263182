package session

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/regular"
)

// columns finds the operations of a line in the source. Go's tables have no columns, and a line may have several
// operations: only an operation of the same kind counts.
type columns map[string]*source // by file

// A source is a file that was parsed; nothing is in it when it does not parse.
type source struct {
	fset *token.FileSet
	file *ast.File
}

// at is the column of an operation on a class in a line, or 0 when none or more than one can be meant. Columns
// count bytes from 1. That of a call is where its arguments begin, as in the static checks.
func (c columns) at(file string, line int, op, class string) int {
	s := c.read(file)
	if s.file == nil || line <= 0 {
		return 0
	}
	var all, named []token.Pos
	ast.Inspect(s.file, func(n ast.Node) bool {
		if n == nil || s.line(n.Pos()) > line || s.line(n.End()) < line {
			return false
		}
		if pos, operand := operation(n, op); pos.IsValid() && s.line(pos) == line {
			all = append(all, pos)
			if operand == "" || operand == class[strings.LastIndexByte(class, '.')+1:] {
				named = append(named, pos)
			}
		}
		return true
	})
	switch {
	case len(all) == 1:
		return s.fset.Position(all[0]).Column
	case len(named) == 1:
		return s.fset.Position(named[0]).Column
	}
	return 0
}

// blocking are the operations that can wait, by the names of reports.
var blocking = []string{"send", "recv", "select", "request", "rrequest", "wait", "wgwait"}

// does reports whether the operation at a place is op; known is false where the source has
// none that can wait.
func (c columns) does(file string, line, column int, op string) (does, known bool) {
	s := c.read(file)
	if s.file == nil {
		return false, false
	}
	ast.Inspect(s.file, func(n ast.Node) bool {
		if n == nil || s.line(n.Pos()) > line || s.line(n.End()) < line {
			return false
		}
		for _, o := range blocking {
			if pos, _ := operation(n, o); pos.IsValid() && s.line(pos) == line && s.fset.Position(pos).Column == column {
				does, known = does || o == op, true
			}
		}
		return true
	})
	return does, known
}

func (c columns) read(file string) *source {
	if s := c[file]; s != nil {
		return s
	}
	s := &source{fset: token.NewFileSet()}
	c[file] = s
	if text, err := regular.Read(file, regular.Limit); err == nil {
		if f, err := parser.ParseFile(s.fset, file, text, parser.SkipObjectResolution); err == nil {
			s.file = f
		}
	}
	return s
}

func (s *source) line(pos token.Pos) int { return s.fset.PositionFor(pos, false).Line }

// methods are the methods that make an operation, by the names of reports. A run may record one method for
// another: a wait for a lock may be a TryLock's fallback.
var methods = map[string][]string{
	"lock": {"Lock", "TryLock", "Do"}, "request": {"Lock", "Do"}, "rlock": {"RLock", "TryRLock"}, "rrequest": {"RLock"},
	"unlock": {"Unlock"}, "runlock": {"RUnlock"}, "tryfail": {"TryLock", "TryRLock"},
	"wait": {"Wait"}, "wgwait": {"Wait"}, "signal": {"Signal"}, "broadcast": {"Broadcast"},
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
		if sel, ok := n.Fun.(*ast.SelectorExpr); ok && slices.Contains(methods[op], sel.Sel.Name) {
			return n.Lparen, lastName(sel.X)
		}
	}
	return token.NoPos, ""
}

// lastName is the name of a variable or field, "?" for anything else.
func lastName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.ParenExpr:
		return lastName(e.X)
	}
	return "?"
}
