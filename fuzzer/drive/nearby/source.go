package nearby

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"
)

// A Source is the text of a package of the module.
type Source struct {
	Path  string
	Texts [][]byte // of its files, without tests

	files    []*ast.File // nil before they are parsed
	methods  map[string]map[string]bool
	embedded map[string]bool // types with embedded fields, which may have further methods
}

// makes reports whether an exported function of the package returns a type of another package.
func (s *Source) makes(n *types.Named) bool {
	of := n.Obj().Pkg()
	if of.Path() == s.Path || !s.has(strconv.Quote(of.Path())) || !s.has("."+n.Obj().Name()) {
		return false
	}
	for _, file := range s.parsed() {
		name := imported(file, of)
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || name == "" || f.Recv != nil || !f.Name.IsExported() || f.Type.Results == nil {
				continue
			}
			e := f.Type.Results.List[0].Type
			if star, ok := e.(*ast.StarExpr); ok {
				e = star.X
			}
			if isSelector(e, name, n.Obj().Name()) {
				return true
			}
		}
	}
	return false
}

// imported is the name of a package in a file, "" where it is not imported.
func imported(file *ast.File, pkg *types.Package) string {
	for _, spec := range file.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err == nil && p == pkg.Path() {
			if spec.Name != nil {
				return spec.Name.Name
			}
			return pkg.Name()
		}
	}
	return ""
}

func isSelector(e ast.Expr, pkg, name string) bool {
	if i, ok := e.(*ast.IndexExpr); ok {
		e = i.X
	}
	sel, ok := e.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != name {
		return false
	}
	id, ok := sel.X.(*ast.Ident)
	return ok && id.Name == pkg
}

// implements reports whether an exported type of the package may implement an interface, by the names of its methods.
func (s *Source) implements(n *types.Named) bool {
	i, ok := n.Underlying().(*types.Interface)
	if !ok || i.NumMethods() == 0 {
		return false
	}
	var names []string
	for m := range i.Methods() {
		if names = append(names, m.Name()); !m.Exported() || !s.has(") "+m.Name()+"(") {
			return false
		}
	}
	s.parsed()
	for t, methods := range s.methods {
		isThere := func(name string) bool { return methods[name] }
		if ast.IsExported(t) && !slices.ContainsFunc(names, func(name string) bool { return !isThere(name) }) {
			return true
		}
		if ast.IsExported(t) && s.embedded[t] && slices.ContainsFunc(names, isThere) {
			return true
		}
	}
	return false
}

// has reports whether the text has a part.
func (s *Source) has(part string) bool {
	return slices.ContainsFunc(s.Texts, func(text []byte) bool { return bytes.Contains(text, []byte(part)) })
}

// parsed are the files of the package. A file that is no Go has the declarations before the error.
func (s *Source) parsed() []*ast.File {
	if s.methods != nil {
		return s.files
	}
	s.methods, s.embedded = map[string]map[string]bool{}, map[string]bool{}
	fset := token.NewFileSet()
	for i, text := range s.Texts {
		file, _ := parser.ParseFile(fset, path.Join(s.Path, strconv.Itoa(i)), text, parser.SkipObjectResolution)
		if file == nil {
			continue
		}
		s.files = append(s.files, file)
		for _, d := range file.Decls {
			s.declared(d)
		}
	}
	return s.files
}

// declared notes the methods and embedded fields of a declaration.
func (s *Source) declared(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil || len(d.Recv.List) == 0 {
			return
		}
		t := strings.TrimPrefix(types.ExprString(d.Recv.List[0].Type), "*")
		t, _, _ = strings.Cut(t, "[")
		if s.methods[t] == nil {
			s.methods[t] = map[string]bool{}
		}
		s.methods[t][d.Name.Name] = true
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			t, ok := spec.(*ast.TypeSpec)
			if !ok {
				continue
			}
			if st, ok := t.Type.(*ast.StructType); ok {
				s.embedded[t.Name.Name] = slices.ContainsFunc(st.Fields.List, func(f *ast.Field) bool { return f.Names == nil })
			}
		}
	}
}
