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
// numbers on which no branch depends, for all values of the fields, and returns nothing.
func (t *Table) Silent(typ, method string) bool { return t.silent[typ][method] }

// silence finds the silent methods of the types of some packages.
type silence struct {
	bodies  map[*types.Func]body
	silent  map[*types.Func]bool
	decides map[*types.Var]bool // fields on which a branch depends
}

// A body is a method with the package that it is in.
type body struct {
	*ast.FuncDecl
	info *types.Info
}

// silentMethods are the silent methods by type.
func silentMethods(pkgs []*packages.Package) map[string]map[string]bool {
	s := &silence{bodies: map[*types.Func]body{}, decides: map[*types.Var]bool{}}
	each(pkgs, func(p *packages.Package, fd *ast.FuncDecl) {
		if obj, ok := p.TypesInfo.Defs[fd.Name].(*types.Func); ok && fd.Recv != nil {
			s.bodies[obj] = body{fd, p.TypesInfo}
		}
		conditions(p.TypesInfo, fd, func(n ast.Node) { s.depend(p.TypesInfo, n) })
	})
	for {
		s.spread()
		found := s.byType()
		each(pkgs, func(p *packages.Package, fd *ast.FuncDecl) { s.dropGuards(p.TypesInfo, fd, found) })
		known := len(s.decides)
		for m := range s.silent { // the fields that a guard reads decide as well
			if named := namedOf(m.Signature().Recv().Type()); named != nil && !found[TypeName(named)][m.Name()] {
				s.depend(s.bodies[m].info, s.bodies[m].Body)
			}
		}
		if len(s.decides) == known {
			return found
		}
	}
}

// depend notes the fields in a part of the program on which a branch depends.
func (s *silence) depend(info *types.Info, in ast.Node) {
	ast.Inspect(in, func(n ast.Node) bool {
		if x, ok := n.(ast.Expr); ok {
			if f := fieldOf(info, x); f != nil {
				s.decides[f] = true
			}
		}
		return true
	})
}

// fieldOf is the field that an expression selects, or nil.
func fieldOf(info *types.Info, x ast.Expr) *types.Var {
	sel, ok := ast.Unparen(x).(*ast.SelectorExpr)
	if !ok || info.Selections[sel] == nil {
		return nil
	}
	v, _ := info.Selections[sel].Obj().(*types.Var)
	if v == nil {
		return nil
	}
	return v.Origin()
}

// spread finds the methods that are silent by themselves, and then those that call them.
func (s *silence) spread() {
	s.silent = map[*types.Func]bool{}
	for changed := true; changed; {
		changed = false
		for m, b := range s.bodies {
			if !s.silent[m] && s.isSilent(m, b) {
				s.silent[m], changed = true, true
			}
		}
	}
}

// byType are the silent methods by the names of their types.
func (s *silence) byType() map[string]map[string]bool {
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
	return c.ok && (results.Len() > 0 || c.counted && !c.depends)
}

// effects looks for a statement that does more than a silent method may.
type effects struct {
	*silence
	body
	counts  bool // it may add to numbers
	counted bool
	depends bool // it adds or not, by a field
	ok      bool
}

func (c *effects) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.IfStmt:
		c.depends = c.depends || c.readsField(n.Cond)
	case *ast.SwitchStmt:
		c.depends = c.depends || n.Tag != nil && c.readsField(n.Tag)
	case *ast.CaseClause:
		c.depends = c.depends || slices.ContainsFunc(n.List, c.readsField)
	case *ast.SendStmt, *ast.GoStmt, *ast.SelectStmt, *ast.FuncLit, *ast.StarExpr, *ast.TypeAssertExpr:
		c.ok = false
	case *ast.UnaryExpr:
		c.ok = c.ok && n.Op != token.ARROW
	case *ast.IndexExpr: // after the end of a slice it panics
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

// readsField reports whether an expression has a field. Another method may set it, and then the sum depends on the order.
func (c *effects) readsField(x ast.Expr) (reads bool) {
	ast.Inspect(x, func(n ast.Node) bool {
		x, ok := n.(ast.Expr)
		reads = reads || ok && fieldOf(c.info, x) != nil
		return !reads
	})
	return reads
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
	c.ok = c.ok && adds && c.counts && !element && !c.decides[fieldOf(c.info, x)]
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
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && adds(obj) && c.decides[c.added(sel, call)] {
			return false
		}
		return c.quiet(obj.Origin())
	}
	return false
}

// adds reports whether a function of sync/atomic adds to a number.
func adds(f *types.Func) bool {
	return f.Pkg() != nil && f.Pkg().Path() == "sync/atomic" && strings.HasPrefix(f.Name(), "Add")
}

// added is the field to which a call of sync/atomic adds, or nil: t.n.Add(1), or atomic.AddInt64(&t.n, 1).
func (c *effects) added(sel *ast.SelectorExpr, call *ast.CallExpr) *types.Var {
	if f := fieldOf(c.info, sel.X); f != nil {
		return f
	}
	if len(call.Args) > 0 {
		if addr, ok := ast.Unparen(call.Args[0]).(*ast.UnaryExpr); ok {
			return fieldOf(c.info, addr.X)
		}
	}
	return nil
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
	case adds(f):
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
	conditions(info, fd, func(n ast.Node) { s.calls(info, n, drop) })
}

// conditions hands on the conditions in a function, but for assertions of a test.
func conditions(info *types.Info, fd *ast.FuncDecl, do func(ast.Node)) {
	in := fd.Body
	ast.Inspect(in, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			if !asserts(n, fd.Recv != nil) {
				decides(info, in, do, n.Init, n.Cond)
			}
		case *ast.ForStmt:
			decides(info, in, do, n.Cond)
		case *ast.SwitchStmt:
			decides(info, in, do, n.Init, n.Tag)
		case *ast.CaseClause:
			for _, x := range n.List {
				decides(info, in, do, x)
			}
		}
		return true
	})
}

// decides hands on a condition, and the expressions that are assigned to variables that it reads.
func decides(info *types.Info, in *ast.BlockStmt, do func(ast.Node), parts ...ast.Node) {
	read := map[types.Object]bool{}
	for _, part := range parts {
		if part == nil || part == ast.Expr(nil) || part == ast.Stmt(nil) {
			continue
		}
		do(part)
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
				do(x)
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

// asserts reports whether a branch does nothing but let a test fail. In a method a panic is
// no assertion: the object is used against its protocol.
func asserts(n *ast.IfStmt, inMethod bool) bool {
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
		if (name != "panic" || inMethod) && !strings.HasPrefix(name, "Fatal") && !strings.HasPrefix(name, "Error") && !strings.HasPrefix(name, "Fail") {
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
