package races

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Uses tell how the names of a file are used. A name that is in no set is read.
type uses struct {
	written map[*ast.Ident]bool // assigned to
	updated map[*ast.Ident]bool // of these, also read, as by += and ++
	word    map[*ast.Ident]bool // one word of the value is read, or changed
}

// has reports whether a name is read, or written.
func (u *uses) has(id *ast.Ident, read bool) bool {
	return u.written[id] != read || u.updated[id]
}

// usesOf looks at the assignments, the calls and the comparisons of a file.
func usesOf(f *ast.File) *uses {
	u := &uses{map[*ast.Ident]bool{}, map[*ast.Ident]bool{}, map[*ast.Ident]bool{}}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			u.assigned(n)
		case *ast.IncDecStmt:
			if id := named(n.X); id != nil {
				u.written[id], u.updated[id] = true, true
			}
		case *ast.CallExpr:
			if f := named(n.Fun); f != nil && (f.Name == "len" || f.Name == "cap") && len(n.Args) == 1 {
				u.oneWord(n.Args[0])
			}
		case *ast.BinaryExpr:
			if isNil(n.X) || isNil(n.Y) {
				u.oneWord(n.X)
				u.oneWord(n.Y)
			}
		}
		return true
	})
	return u
}

// assigned takes in an assignment. One such as s = s[:n] changes the length alone.
func (u *uses) assigned(a *ast.AssignStmt) {
	for i, to := range a.Lhs {
		id := named(to)
		if id == nil {
			continue
		}
		u.written[id] = true
		u.updated[id] = a.Tok != token.ASSIGN && a.Tok != token.DEFINE
		if len(a.Lhs) != len(a.Rhs) {
			continue
		}
		cut, ok := ast.Unparen(a.Rhs[i]).(*ast.SliceExpr)
		if ok && cut.Low == nil && !cut.Slice3 && types.ExprString(cut.X) == types.ExprString(to) {
			u.word[id] = true
		}
	}
}

func (u *uses) oneWord(e ast.Expr) {
	if id := named(e); id != nil {
		u.word[id] = true
	}
}

// named is the name of a variable or a field, nil for another expression.
func named(e ast.Expr) *ast.Ident {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return e.Sel
	}
	return nil
}

func isNil(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && id.Name == "nil"
}
