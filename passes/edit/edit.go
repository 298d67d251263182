// Package edit makes the suggested fixes of the checks.
//
// A check finds its bug in SSA form and knows the position of a call. This package
// finds the syntax there ([Source]) and returns text edits.
//
// A function returns no edit where the fix is not certain. The syntax may not be the
// plain form that the function understands, or the changed program might mean something
// else. An edit parses and prints only the part that it changes, so that the rest of
// the file stays as its author wrote it.
package edit

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"os"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
)

// A Source is the syntax of a package.
type Source struct{ pass *analysis.Pass }

// Of returns the syntax of the package of a pass.
func Of(pass *analysis.Pass) Source { return Source{pass} }

// read reads a file as the driver shows it. Not every driver has a function for that:
// nogo, which knows no other files than those on disk, leaves it nil.
func (s Source) read(name string) ([]byte, error) {
	if s.pass.ReadFile == nil {
		return os.ReadFile(name)
	}
	return s.pass.ReadFile(name)
}

// Enclosing returns the nodes around a position, innermost first, up to the
// declaration. A file of thousands of them may have thousands of fixes: the others
// are not looked into.
func (s Source) Enclosing(pos token.Pos) []ast.Node {
	for _, f := range s.pass.Files {
		if pos < f.FileStart || f.FileEnd <= pos {
			continue
		}
		for _, d := range f.Decls {
			if d.Pos() <= pos && pos < d.End() {
				path, _ := astutil.PathEnclosingInterval(&ast.File{Name: f.Name, Package: f.Package, Decls: []ast.Decl{d}}, pos, pos+1)
				return path[:max(len(path)-1, 0)]
			}
		}
	}
	return nil
}

// Call returns the call at a position as SSA form gives it: that of its
// parenthesis, or of the keyword go or defer.
func (s Source) Call(pos token.Pos) *ast.CallExpr {
	for _, n := range s.Enclosing(pos) {
		switch n := n.(type) {
		case *ast.CallExpr:
			if n.Lparen == pos {
				return n
			}
		case *ast.GoStmt:
			if n.Go == pos {
				return n.Call
			}
		case *ast.DeferStmt:
			if n.Defer == pos {
				return n.Call
			}
		}
	}
	return nil
}

// Method renames the method that is called at a position.
func (s Source) Method(pos token.Pos, name string) []analysis.TextEdit {
	call := s.Call(pos)
	if call == nil {
		return nil
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	return []analysis.TextEdit{{Pos: sel.Sel.Pos(), End: sel.Sel.End(), NewText: []byte(name)}}
}

// Statement returns the statement that is nothing but the call at a position,
// and the list it stands in.
func (s Source) Statement(pos token.Pos) (ast.Stmt, []ast.Stmt) {
	call := s.Call(pos)
	path := s.Enclosing(pos)
	for i, n := range path {
		st, ok := n.(ast.Stmt)
		if !ok {
			continue
		}
		if ex, ok := st.(*ast.ExprStmt); !ok || ex.X != ast.Expr(call) || call == nil || i+1 == len(path) {
			return nil, nil
		}
		return st, listOf(path[i+1])
	}
	return nil, nil
}

func listOf(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.List
	case *ast.CaseClause:
		return n.Body
	case *ast.CommClause:
		return n.Body
	}
	return nil
}

// Next returns the statement after another in a list, or nil.
func Next(list []ast.Stmt, st ast.Stmt) ast.Stmt {
	if i := slices.Index(list, st); i >= 0 && i+1 < len(list) {
		return list[i+1]
	}
	return nil
}

// Loop turns the if statement around the call at a position, which must be all
// that it does, into a loop.
func (s Source) Loop(pos token.Pos) []analysis.TextEdit {
	st, list := s.Statement(pos)
	if st == nil || len(list) != 1 {
		return nil
	}
	for _, n := range s.Enclosing(pos) {
		branch, ok := n.(*ast.IfStmt)
		if !ok {
			continue
		}
		if branch.Init != nil || branch.Else != nil || len(branch.Body.List) != 1 || branch.Body.List[0] != st || s.isElse(branch) {
			return nil
		}
		return []analysis.TextEdit{{Pos: branch.If, End: branch.If + token.Pos(len("if")), NewText: []byte("for")}}
	}
	return nil
}

// isElse reports whether an if statement follows the keyword else.
func (s Source) isElse(branch *ast.IfStmt) bool {
	for _, n := range s.Enclosing(branch.If) {
		if outer, ok := n.(*ast.IfStmt); ok && outer.Else == ast.Stmt(branch) {
			return true
		}
	}
	return false
}

// Function returns the body of the innermost function around a position.
func (s Source) Function(pos token.Pos) *ast.BlockStmt {
	for _, n := range s.Enclosing(pos) {
		switch n := n.(type) {
		case *ast.FuncLit:
			return n.Body
		case *ast.FuncDecl:
			return n.Body
		}
	}
	return nil
}

// Remove deletes a statement with the line it stands on, when nothing but a
// comment does, which is kept.
func (s Source) Remove(st ast.Stmt) []analysis.TextEdit {
	file := s.pass.Fset.File(st.Pos())
	src, err := s.read(file.Name())
	if err != nil || file.Size() != len(src) {
		return nil
	}
	from, to := file.Offset(st.Pos()), file.Offset(st.End())
	for from > 0 && (src[from-1] == ' ' || src[from-1] == '\t') {
		from--
	}
	for to < len(src) && src[to] == ' ' {
		to++
	}
	switch rest := src[to:]; {
	case from == 0 || src[from-1] != '\n':
		return nil // something else stands on the line
	case bytes.HasPrefix(rest, []byte("//")):
		return []analysis.TextEdit{{Pos: st.Pos(), End: file.Pos(to)}}
	case !bytes.HasPrefix(rest, []byte("\n")):
		return nil
	}
	return []analysis.TextEdit{{Pos: file.Pos(from), End: file.Pos(to + 1)}}
}

// InsertBefore writes a line before a statement.
func (s Source) InsertBefore(st ast.Stmt, text string) []analysis.TextEdit {
	return []analysis.TextEdit{{Pos: st.Pos(), End: st.Pos(), NewText: []byte(text + "\n" + s.indent(st.Pos()))}}
}

// InsertAfter writes a line after a statement.
func (s Source) InsertAfter(st ast.Stmt, text string) []analysis.TextEdit {
	return []analysis.TextEdit{{Pos: st.End(), End: st.End(), NewText: []byte("\n" + s.indent(st.Pos()) + text)}}
}

// indent is the space at the start of a line.
func (s Source) indent(pos token.Pos) string {
	file := s.pass.Fset.File(pos)
	src, err := s.read(file.Name())
	if err != nil {
		return ""
	}
	start := file.Offset(file.LineStart(file.Line(pos)))
	end := start
	for end < len(src) && (src[end] == ' ' || src[end] == '\t') {
		end++
	}
	return string(src[start:end])
}

// Text writes an expression as gofmt does.
func (s Source) Text(e ast.Expr) string {
	var b bytes.Buffer
	if err := format.Node(&b, s.pass.Fset, e); err != nil {
		return ""
	}
	return b.String()
}

// Plain reports whether an expression is made of names and fields only, so that
// it means the same in another place where the names do.
func Plain(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return Plain(e.X)
	}
	return false
}

// Receiver is the object whose method is called, or nil.
func Receiver(call *ast.CallExpr) ast.Expr {
	if call == nil {
		return nil
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		return sel.X
	}
	return nil
}

// DeclaredIn reports whether one of the names of an expression is declared
// between two positions.
func (s Source) DeclaredIn(e ast.Expr, from, to token.Pos) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if obj := s.pass.TypesInfo.Uses[id]; obj != nil && from <= obj.Pos() && obj.Pos() < to {
				found = true
			}
		}
		return !found
	})
	return found
}

// IsState reports whether a name is that of a package variable other than an error.
func (s Source) IsState(id *ast.Ident) bool {
	v, ok := s.pass.TypesInfo.Uses[id].(*types.Var)
	return ok && v.Parent() == s.pass.Pkg.Scope() && !types.Identical(v.Type(), types.Universe.Lookup("error").Type())
}

// Fix is a suggested fix, or none when there are no edits.
func Fix(message string, edits ...[]analysis.TextEdit) []analysis.SuggestedFix {
	var all []analysis.TextEdit
	for _, e := range edits {
		if len(e) == 0 {
			return nil // a part of it is not certain
		}
		all = append(all, e...)
	}
	return []analysis.SuggestedFix{{Message: message, TextEdits: all}}
}
