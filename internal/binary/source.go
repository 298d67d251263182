package binary

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
)

// A source is a parsed file. It is not type-checked: other files, and what they
// declare, are not known.
type source struct {
	fset *token.FileSet
	file *ast.File
}

// source is the parsed file, or nil when it cannot be read or parsed.
func (f *File) source(path string) *source {
	s, ok := f.sources[path]
	if !ok {
		s = parseSource(path)
		f.sources[path] = s
	}
	return s
}

func parseSource(path string) *source {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	s := &source{fset: token.NewFileSet()}
	if s.file, err = parser.ParseFile(s.fset, path, text, 0); err != nil {
		return nil
	}
	return s
}

// variable names, without the package, what the innermost declaration,
// assignment or composite literal at the line gives a value.
func (s *source) variable(line int) (string, bool) {
	fn := s.enclosing(line)
	best := assignment{size: 1 << 30}
	ast.Inspect(s.file, func(n ast.Node) bool {
		if n == nil || !s.covers(n, line) {
			return n != nil && n == ast.Node(s.file)
		}
		for _, a := range s.assignments(n, line) {
			if a.size <= best.size {
				a.ambiguous = a.size == best.size && a.node == best.node
				best = a
			}
		}
		return true
	})
	if best.target == nil || best.ambiguous {
		return "", false
	}
	return s.name(best, fn)
}

// enclosing is the function declared around the line, or nil.
func (s *source) enclosing(line int) *ast.FuncDecl {
	for _, d := range s.file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && s.covers(fn, line) {
			return fn
		}
	}
	return nil
}

func (s *source) covers(n ast.Node, line int) bool {
	return s.fset.Position(n.Pos()).Line <= line && line <= s.fset.Position(n.End()).Line
}

// An assignment is a value that goes to a target.
type assignment struct {
	node      ast.Node // that holds it
	target    ast.Expr
	size      token.Pos         // of the value in the source, to find the innermost
	in        *ast.CompositeLit // whose field the target is, or nil
	ambiguous bool              // several of one node are at the line
}

func (s *source) assignments(n ast.Node, line int) []assignment {
	switch n := n.(type) {
	case *ast.AssignStmt:
		return s.pairs(n, n.Lhs, n.Rhs, line)
	case *ast.ValueSpec:
		var names []ast.Expr
		for _, name := range n.Names {
			names = append(names, name)
		}
		return s.pairs(n, names, n.Values, line)
	case *ast.CompositeLit:
		return s.elements(n, line)
	}
	return nil
}

// pairs are the targets whose value is at the line; without a value, the target
// itself is.
func (s *source) pairs(n ast.Node, targets, values []ast.Expr, line int) []assignment {
	var found []assignment
	for i, t := range targets {
		var value ast.Node = t
		if len(values) == len(targets) {
			value = values[i]
		} else if len(values) > 0 {
			return nil // a call with several results allocates for none of them
		}
		if id, ok := t.(*ast.Ident); ok && id.Name == "_" {
			continue
		}
		if (s.covers(value, line) || s.fset.Position(t.Pos()).Line == line) && allocates(value) {
			found = append(found, assignment{node: n, target: t, size: value.End() - value.Pos()})
		}
	}
	return found
}

func (s *source) elements(lit *ast.CompositeLit, line int) []assignment {
	var found []assignment
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok || !s.covers(kv, line) || !allocates(kv.Value) {
			continue
		}
		if key, ok := kv.Key.(*ast.Ident); ok && lit.Type != nil {
			found = append(found, assignment{node: lit, target: key, size: kv.Value.End() - kv.Value.Pos(), in: lit})
		}
	}
	return found
}

// allocates reports whether what the expression makes may be the target's own:
// not what a called function allocates, whose frame would be another one.
func allocates(value ast.Node) bool {
	switch v := value.(type) {
	case *ast.CallExpr:
		id, ok := v.Fun.(*ast.Ident)
		return ok && (id.Name == "make" || id.Name == "new" || id.Name == "append")
	case *ast.BasicLit, *ast.FuncLit, *ast.SelectorExpr:
		return false
	}
	return true
}

// name is the class of the assignment's target, without the package.
func (s *source) name(a assignment, fn *ast.FuncDecl) (string, bool) {
	if a.in != nil {
		typ := typeExpr(a.in.Type)
		return typ + "." + a.target.(*ast.Ident).Name, typ != ""
	}
	switch t := a.target.(type) {
	case *ast.Ident:
		if fn == nil || !isLocal(t, fn) {
			return t.Name, true
		}
		return funcName(fn) + "." + t.Name, true
	case *ast.SelectorExpr:
		if id, ok := t.X.(*ast.Ident); ok {
			typ := declaredType(id)
			return typ + "." + t.Sel.Name, typ != ""
		}
	}
	return "", false
}

// isLocal reports whether the identifier is declared inside fn: the parser
// resolves what one file declares.
func isLocal(id *ast.Ident, fn *ast.FuncDecl) bool {
	return id.Obj != nil && id.Obj.Pos() >= fn.Pos() && id.Obj.Pos() < fn.End()
}

// funcName is "Func" or "Type.Method".
func funcName(fn *ast.FuncDecl) string {
	if fn.Recv != nil && len(fn.Recv.List) == 1 {
		if typ := typeExpr(fn.Recv.List[0].Type); typ != "" {
			return typ + "." + fn.Name.Name
		}
	}
	return fn.Name.Name
}

// typeExpr is the name of a type of this package, or of what a pointer of that
// type points to; generic types by their origin.
func typeExpr(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.StarExpr:
		return typeExpr(e.X)
	case *ast.ParenExpr:
		return typeExpr(e.X)
	case *ast.IndexExpr:
		return typeExpr(e.X)
	case *ast.IndexListExpr:
		return typeExpr(e.X)
	}
	return ""
}

// declaredType is the name of the identifier's type when its declaration shows
// it: a parameter, receiver, "var x T", "x := &T{}" or "x := new(T)".
func declaredType(id *ast.Ident) string {
	if id.Obj == nil {
		return ""
	}
	switch d := id.Obj.Decl.(type) {
	case *ast.Field:
		return typeExpr(d.Type)
	case *ast.ValueSpec:
		if d.Type != nil {
			return typeExpr(d.Type)
		}
		return valueType(id.Name, idents(d.Names), d.Values)
	case *ast.AssignStmt:
		return valueType(id.Name, d.Lhs, d.Rhs)
	}
	return ""
}

func idents(names []*ast.Ident) (exprs []ast.Expr) {
	for _, n := range names {
		exprs = append(exprs, n)
	}
	return exprs
}

// valueType is the type that the value of the named target shows.
func valueType(name string, targets, values []ast.Expr) string {
	for i, t := range targets {
		if id, ok := t.(*ast.Ident); !ok || id.Name != name || i >= len(values) {
			continue
		}
		switch v := values[i].(type) {
		case *ast.CompositeLit:
			return typeExpr(v.Type)
		case *ast.UnaryExpr:
			if lit, ok := v.X.(*ast.CompositeLit); ok && v.Op == token.AND {
				return typeExpr(lit.Type)
			}
		case *ast.CallExpr:
			if fn, ok := v.Fun.(*ast.Ident); ok && fn.Name == "new" && len(v.Args) == 1 {
				return typeExpr(v.Args[0])
			}
		}
	}
	return ""
}
