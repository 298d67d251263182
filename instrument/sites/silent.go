package sites

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Silent reports whether the order of a method's calls and those of other methods never
// matters. The method is an accessor or a counter, and no branch on its result decides about
// a further call on the object. An accessor writes nothing and cannot fail. A counter adds to
// numbers and returns nothing.
func (t *Table) Silent(typ, method string) bool { return t.silent[typ][method] }

// silence finds the silent methods of the types of some packages.
type silence struct {
	bodies map[*types.Func]body
	silent map[*types.Func]bool
}

// A body is a method with the package that it is in.
type body struct {
	*ast.FuncDecl
	info *types.Info
}

// silentMethods are the silent methods by type.
func silentMethods(pkgs []*packages.Package) map[string]map[string]bool {
	s := &silence{bodies: map[*types.Func]body{}, silent: map[*types.Func]bool{}}
	each(pkgs, func(p *packages.Package, fd *ast.FuncDecl) {
		if obj, ok := p.TypesInfo.Defs[fd.Name].(*types.Func); ok && fd.Recv != nil {
			s.bodies[obj] = body{fd, p.TypesInfo}
		}
	})
	for changed := true; changed; { // a method that calls a silent one is silent
		changed = false
		for m, b := range s.bodies {
			if !s.silent[m] && s.isSilent(m, b) {
				s.silent[m], changed = true, true
			}
		}
	}
	found := map[string]map[string]bool{}
	for m := range s.silent {
		if named := namedOf(m.Signature().Recv().Type()); named != nil {
			name := TypeName(named)
			if found[name] == nil {
				found[name] = map[string]bool{}
			}
			found[name][m.Name()] = true
		}
	}
	each(pkgs, func(p *packages.Package, fd *ast.FuncDecl) { s.dropGuards(p.TypesInfo, fd, found) })
	return found
}

// each visits the functions of packages that have a body.
func each(pkgs []*packages.Package, do func(*packages.Package, *ast.FuncDecl)) {
	for _, p := range pkgs {
		for _, f := range p.Syntax {
			for _, d := range f.Decls {
				if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil && p.TypesInfo != nil {
					do(p, fd)
				}
			}
		}
	}
}

// isSilent looks at a body.
func (s *silence) isSilent(m *types.Func, b body) bool {
	results := m.Signature().Results()
	for v := range results.Variables() {
		if types.Identical(v.Type(), types.Universe.Lookup("error").Type()) {
			return false
		}
	}
	c := &effects{silence: s, body: b, counts: results.Len() == 0, ok: true}
	ast.Inspect(b.Body, c.visit)
	return c.ok && (results.Len() > 0 || c.counted)
}

// effects looks for a statement that does more than a silent method may.
type effects struct {
	*silence
	body
	counts  bool // it may add to numbers
	counted bool
	ok      bool
}

func (c *effects) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.SendStmt, *ast.GoStmt, *ast.SelectStmt, *ast.FuncLit, *ast.StarExpr, *ast.TypeAssertExpr:
		c.ok = false
	case *ast.UnaryExpr:
		c.ok = c.ok && n.Op != token.ARROW
	case *ast.IndexExpr: // behind the end of a slice it panics
		_, isMap := under(c.info.TypeOf(n.X)).(*types.Map)
		c.ok = c.ok && isMap
	case *ast.IncDecStmt:
		c.assigned(n.X, true)
	case *ast.AssignStmt:
		for _, x := range n.Lhs {
			c.assigned(x, n.Tok == token.ADD_ASSIGN || n.Tok == token.SUB_ASSIGN)
		}
	case *ast.CallExpr:
		c.ok = c.ok && c.harmless(n)
	}
	return c.ok
}

// assigned looks at the target of an assignment: a variable of the method, or a number.
func (c *effects) assigned(x ast.Expr, adds bool) {
	if id, ok := x.(*ast.Ident); ok {
		v, _ := c.info.ObjectOf(id).(*types.Var)
		if id.Name == "_" || v != nil && v.Parent() != v.Pkg().Scope() {
			return
		}
	}
	_, element := ast.Unparen(x).(*ast.IndexExpr) // of a map that may be nil
	c.counted = c.counted || adds
	c.ok = c.ok && adds && c.counts && !element
}

// quietBuiltins do nothing to variables of others.
var quietBuiltins = []string{"len", "cap", "append", "make", "new", "min", "max"}

// quietPackages are packages whose functions do nothing but compute.
var quietPackages = []string{"strings", "strconv", "math", "errors", "bytes", "slices", "time"}

// harmless reports whether a call does nothing that another method could see.
func (c *effects) harmless(call *ast.CallExpr) bool {
	if c.info.Types[call.Fun].IsType() {
		return true
	}
	var id *ast.Ident
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id = f.Sel
	default:
		return false
	}
	switch obj := c.info.Uses[id].(type) {
	case *types.Builtin:
		return slices.Contains(quietBuiltins, obj.Name())
	case *types.Func:
		return c.quiet(obj.Origin())
	}
	return false
}

// quiet reports whether a function does nothing that another method could see.
func (c *effects) quiet(f *types.Func) bool {
	pkg := ""
	if f.Pkg() != nil {
		pkg = f.Pkg().Path()
	}
	switch {
	case c.silent[f]:
		return true
	case pkg == "sync":
		return slices.Contains([]string{"Lock", "Unlock", "RLock", "RUnlock"}, f.Name())
	case pkg == "sync/atomic" && strings.HasPrefix(f.Name(), "Add"):
		c.counted = true
		return c.counts
	case pkg == "sync/atomic":
		return strings.HasPrefix(f.Name(), "Load")
	case pkg == "fmt":
		return strings.HasPrefix(f.Name(), "Sprint")
	case pkg == "time" && f.Signature().Recv() == nil:
		return f.Name() == "Now" || f.Name() == "Since" || f.Name() == "Until"
	}
	return slices.Contains(quietPackages, pkg)
}

// dropGuards takes those out of the silent methods whose result decides in a function
// whether another method is called on such an object: it is checked, and then acted
// on. Assertions of a test decide nothing.
func (s *silence) dropGuards(info *types.Info, fd *ast.FuncDecl, silent map[string]map[string]bool) {
	acts := map[string]bool{} // types with a call of another method
	s.calls(info, fd.Body, func(typ, method string) { acts[typ] = acts[typ] || !silent[typ][method] })
	drop := func(typ, method string) {
		if acts[typ] {
			delete(silent[typ], method)
		}
	}
	ast.Inspect(fd.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			if !asserts(n) {
				s.decides(info, fd.Body, drop, n.Init, n.Cond)
			}
		case *ast.ForStmt:
			s.decides(info, fd.Body, drop, n.Cond)
		case *ast.SwitchStmt:
			s.decides(info, fd.Body, drop, n.Init, n.Tag)
		case *ast.CaseClause:
			for _, x := range n.List {
				s.decides(info, fd.Body, drop, x)
			}
		}
		return true
	})
}

// decides hands on the calls in a condition, and those whose result is in a variable
// that the condition reads.
func (s *silence) decides(info *types.Info, in *ast.BlockStmt, do func(typ, method string), parts ...ast.Node) {
	read := map[types.Object]bool{}
	for _, part := range parts {
		if part == nil || part == ast.Expr(nil) || part == ast.Stmt(nil) {
			continue
		}
		s.calls(info, part, do)
		ast.Inspect(part, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if v, ok := info.Uses[id].(*types.Var); ok && !v.IsField() {
					read[v] = true
				}
			}
			return true
		})
	}
	ast.Inspect(in, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if !ok {
			return true
		}
		if slices.ContainsFunc(a.Lhs, func(x ast.Expr) bool {
			id, ok := x.(*ast.Ident)
			return ok && read[info.ObjectOf(id)]
		}) {
			for _, x := range a.Rhs {
				s.calls(info, x, do)
			}
		}
		return true
	})
}

// calls hands on the calls of methods by type.
func (s *silence) calls(info *types.Info, in ast.Node, do func(typ, method string)) {
	ast.Inspect(in, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if f, ok := info.Uses[sel.Sel].(*types.Func); ok {
			if recv := f.Signature().Recv(); recv != nil {
				if named := namedOf(recv.Type()); named != nil {
					do(TypeName(named), f.Name())
				}
			}
		}
		return true
	})
}

// asserts reports whether a branch does nothing but let a test fail.
func asserts(n *ast.IfStmt) bool {
	for _, stmt := range n.Body.List {
		x, ok := stmt.(*ast.ExprStmt)
		if !ok {
			return false
		}
		call, ok := x.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		name := ""
		switch f := call.Fun.(type) {
		case *ast.Ident:
			name = f.Name
		case *ast.SelectorExpr:
			name = f.Sel.Name
		}
		if name != "panic" && !strings.HasPrefix(name, "Fatal") && !strings.HasPrefix(name, "Error") && !strings.HasPrefix(name, "Fail") {
			return false
		}
	}
	return n.Else == nil && len(n.Body.List) > 0
}

func under(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return t.Underlying()
}
