package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/packages"
)

// This file is questions about a file of the user and its types.

// A file is a source file with its changes.
type file struct {
	name string
	pkg  *packages.Package
	ast  *ast.File
}

func (in *file) offset(p token.Pos) int { return in.pkg.Fset.Position(p).Offset }

// varKey names a declaration in the same way in every package that sees it.
func (in *file) varKey(v *types.Var) string {
	v = v.Origin()
	at := in.pkg.Fset.Position(v.Pos())
	return fmt.Sprintf("%s:%d %s", at.Filename, at.Line, v.Name())
}

// written is the variable that an expression on the left side names.
func (in *file) written(e ast.Expr) *types.Var {
	var id *ast.Ident
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		id = e
	case *ast.SelectorExpr:
		id = e.Sel
	default:
		return nil
	}
	v, _ := in.pkg.TypesInfo.ObjectOf(id).(*types.Var)
	return v
}

// builtin is the name of the builtin function that is called, or "".
func (in *file) builtin(call *ast.CallExpr) string {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return ""
	}
	b, ok := in.pkg.TypesInfo.ObjectOf(id).(*types.Builtin)
	if !ok {
		return ""
	}
	return b.Name()
}

// same reports whether two expressions name the same variable of the same object.
func (in *file) same(a, b ast.Expr) bool {
	v := in.written(a)
	return v != nil && v == in.written(b) && types.ExprString(a) == types.ExprString(b)
}

// functionAround is the innermost function in which a place is.
func (in *file) functionAround(p token.Pos) ast.Node {
	var around ast.Node = in.ast
	ast.Inspect(in.ast, func(n ast.Node) bool {
		if n == nil || p < n.Pos() || p >= n.End() {
			return false
		}
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			around = n
		}
		return true
	})
	return around
}

// funcName is the function around a place, for people.
func (in *file) funcName(p token.Pos) string {
	for _, d := range in.ast.Decls {
		fd, ok := d.(*ast.FuncDecl)
		if !ok || p < fd.Pos() || p >= fd.End() {
			continue
		}
		name := fd.Name.Name
		if fd.Recv != nil && len(fd.Recv.List) == 1 {
			name = "(" + typeText(fd.Recv.List[0].Type) + ")." + name
		}
		return in.pkg.PkgPath + "." + name
	}
	return in.pkg.PkgPath
}

// labelOf is the label of a statement, or "".
func (in *file) labelOf(s ast.Stmt) (name string) {
	ast.Inspect(in.ast, func(n ast.Node) bool {
		if l, ok := n.(*ast.LabeledStmt); ok && l.Stmt == s {
			name = l.Label.Name
		}
		return n == nil || n.Pos() <= s.Pos() && s.End() <= n.End()
	})
	return name
}
