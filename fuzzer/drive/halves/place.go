package halves

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
)

// A site is the call of a half in the source of its test.
type site struct {
	pkg  *Package
	test *ast.FuncDecl
	call *ast.CallExpr
}

// place finds the call of a half.
func (p *Package) place(h *Half) (*site, Reason) {
	s := &site{pkg: p}
	file := p.source(h.File)
	if file == nil {
		return nil, NoTest
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && p.spans(f, h.Line) && p.isTest(f) {
			s.test = f
		}
	}
	if s.test == nil {
		return nil, NoTest
	}
	if s.call = p.find(s.test, h); s.call == nil {
		return nil, NoCall
	}
	if !s.straight() {
		return nil, InLiteral
	}
	return s, ""
}

// spans reports whether a line is one of a node.
func (p *Package) spans(n ast.Node, line int) bool {
	return p.line(n.Pos()) <= line && line <= p.line(n.End())
}

func (p *Package) line(pos token.Pos) int { return p.Fset.Position(pos).Line }

// isTest reports whether go test runs a function.
func (p *Package) isTest(f *ast.FuncDecl) bool {
	return f.Recv == nil && f.Body != nil && strings.HasPrefix(f.Name.Name, "Test") && p.paramT(f.Type) != nil
}

// paramT is the *testing.T that a function has as its only parameter, or nil.
func (p *Package) paramT(f *ast.FuncType) *ast.Ident {
	if f.Params.NumFields() != 1 || len(f.Params.List[0].Names) != 1 || types.TypeString(p.Info.TypeOf(f.Params.List[0].Type), nil) != "*testing.T" {
		return nil
	}
	return f.Params.List[0].Names[0]
}

// find is the outermost call at a line of a function that the half names.
func (p *Package) find(within ast.Node, h *Half) (call *ast.CallExpr) {
	ast.Inspect(within, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if ok && call == nil && p.line(c.Lparen) <= h.Line && h.Line <= p.line(c.End()) && p.calls(c, h.Callee) {
			call = c
		}
		return call == nil
	})
	return call
}

// calls reports whether a call may be of the function that a trace names. A function literal has no name.
func (p *Package) calls(c *ast.CallExpr, callee string) bool {
	name := callee[strings.LastIndexByte(callee, '/')+1:]
	if i := strings.IndexByte(name, '['); i >= 0 {
		if rest := name[strings.LastIndexByte(name, ']')+1:]; rest != "" {
			name = rest
		} else {
			name = name[:i]
		}
	}
	name = strings.TrimSuffix(name[strings.LastIndexByte(name, '.')+1:], "-fm")
	fun := ast.Unparen(c.Fun)
	switch x := fun.(type) {
	case *ast.IndexExpr:
		fun = x.X
	case *ast.IndexListExpr:
		fun = x.X
	}
	var id *ast.Ident
	switch x := fun.(type) {
	case *ast.Ident:
		id = x
	case *ast.SelectorExpr:
		id = x.Sel
	default:
		return false
	}
	if _, isVar := p.Info.Uses[id].(*types.Var); isVar {
		return isLiteral(name) || id.Name == name
	}
	return id.Name == name
}

// isLiteral reports whether a name is that which the compiler gives to a function literal.
func isLiteral(name string) bool {
	digits := strings.TrimPrefix(name, "func")
	return strings.Trim(digits, "0123456789") == ""
}

// straight reports whether no function literal is around the call but those of subtests.
func (s *site) straight() bool {
	path := around(s.test.Body, s.call)
	for i, n := range path {
		if lit, ok := n.(*ast.FuncLit); ok {
			if e, is := path[max(i-2, 0)].(*ast.ExprStmt); !is || s.pkg.subtest(e) != lit {
				return false
			}
		}
	}
	return true
}

// around are the nodes that have a node in them, and it, the outermost first.
func around(root, of ast.Node) (path []ast.Node) {
	ast.Inspect(root, func(n ast.Node) bool {
		if n == nil || !within(of, n) {
			return false
		}
		path = append(path, n)
		return true
	})
	return path
}

// subtest is the function of the subtest that a statement runs, or nil.
func (p *Package) subtest(e *ast.ExprStmt) *ast.FuncLit {
	c, ok := e.X.(*ast.CallExpr)
	if !ok || len(c.Args) != 2 {
		return nil
	}
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Run" || types.TypeString(p.Info.TypeOf(sel.X), nil) != "*testing.T" {
		return nil
	}
	lit, _ := c.Args[1].(*ast.FuncLit)
	return lit
}

func within(n, of ast.Node) bool { return of.Pos() <= n.Pos() && n.End() <= of.End() }

// Has reports whether a file is one of the package.
func (p *Package) Has(file string) bool { return p.source(file) != nil }

// source is the syntax of a file, or nil.
func (p *Package) source(file string) *ast.File {
	for _, f := range p.Files {
		if filepath.Clean(p.Fset.Position(f.Package).Filename) == filepath.Clean(file) {
			return f
		}
	}
	return nil
}
