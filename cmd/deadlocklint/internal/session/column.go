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

// at is the column of an operation on a class in a line of a function, or 0 when none or more than one can be meant. Columns
// count bytes from 1. That of a call is where its arguments begin, as in the static checks. Where the line has no such
// operation, it calls a function that has one.
func (c columns) at(file string, line int, op, class, fn string) int {
	s := c.read(file)
	if s.file == nil || line <= 0 {
		return 0
	}
	for _, find := range []finder{operation, receives} {
		for _, op := range append([]string{op}, instead[op]...) {
			if found := s.find(line, op, find); len(found) > 0 {
				return s.column(s.only(found, class, fn))
			}
		}
	}
	if touches[op] {
		return 0
	}
	return s.column(s.only(s.find(line, op, calls), class, fn))
}

// column is that of a spot, 0 for none.
func (s *source) column(at *spot) int {
	if at == nil {
		return 0
	}
	return s.fset.Position(at.pos).Column
}

// touches are operations that a line does without a call, and ends that are after one.
var touches = map[string]bool{"read": true, "write": true, "wrote": true, "panics": true, "panic": true, "begin": true, "exit": true}

// A finder is where a node does an operation, and the last name of its operand, as the function operation.
type finder func(n ast.Node, op string) (pos token.Pos, operand string)

// A spot is a place at which an operation is done.
type spot struct {
	pos      token.Pos
	operand  string
	literals int // that are around it
	node     ast.Node
}

// find lists the places of a line.
func (s *source) find(line int, op string, does finder) (list []spot) {
	var literals []*ast.FuncLit
	ast.Inspect(s.file, func(n ast.Node) bool {
		if n == nil || s.line(n.Pos()) > line || s.line(n.End()) < line {
			return false
		}
		if lit, ok := n.(*ast.FuncLit); ok {
			literals = append(literals, lit)
		}
		if pos, operand := does(n, op); pos.IsValid() && s.line(pos) == line {
			list = append(list, spot{pos, operand, around(literals, pos), n})
		}
		return true
	})
	return list
}

// around is the number of literals that have a position in their body.
func around(list []*ast.FuncLit, pos token.Pos) (n int) {
	for _, lit := range list {
		if lit.Body.Lbrace < pos && pos < lit.Body.Rbrace {
			n++
		}
	}
	return n
}

// only is the one place that can be meant, nil for none. Places in other functions than the operation's cannot be
// meant, unless all are: the linker names an inlined function by another one.
func (s *source) only(list []spot, class, fn string) *spot {
	of := literals(fn)
	name := strings.TrimRight(class[strings.LastIndexByte(class, '.')+1:], "[]")
	for _, can := range []func(at spot) bool{
		func(at spot) bool { return true },
		func(at spot) bool { return at.operand == "" || at.operand == name },
		func(at spot) bool { return at.literals == of },
	} {
		if left := slices.DeleteFunc(slices.Clone(list), func(at spot) bool { return !can(at) }); len(left) > 0 {
			list = left
		}
		if len(list) == 1 {
			return &list[0]
		}
	}
	return nil
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
