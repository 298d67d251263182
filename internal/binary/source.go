package binary

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
)

// A source is a parsed file. It is not type-checked: other files, and their
// declarations, are not known.
type source struct {
	fset  *token.FileSet
	file  *ast.File
	chans map[chanAt]string // names that were looked for: a recording has thousands of channels of one line
}

// A chanAt is a line that makes channels, and which one of these is meant.
type chanAt struct {
	line int
	pick Pick
}

// madeChan is the variable of a channel, "" for none.
func (s *source) madeChan(at chanAt) string {
	name, known := s.chans[at]
	if !known {
		name, _ = s.variable(at.line, chanMaker, at.pick)
		if s.chans == nil {
			s.chans = map[chanAt]string{}
		}
		s.chans[at] = name
	}
	return name
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

// A maker reports whether an expression makes the kind of value that is looked for, and whether a declaration without a value does.
type maker struct {
	value    func(value ast.Expr) bool
	declares bool
}

// The makers. Any value may hold what another expression inside makes.
var (
	anything  = maker{func(ast.Expr) bool { return true }, true}
	anyLock   = maker{allocates, true}
	lockMaker = maker{makesLock, true}
	condMaker = maker{makesCond, false}
	chanMaker = maker{makesChan, false}
)

// variable names, without the package, what the innermost declaration,
// assignment or composite literal at the line gives a value. Where several values
// are made there, pick says which of them is meant. The name is "" when there
// is none; certain reports whether that is the end of it.
func (s *source) variable(line int, makes maker, pick Pick) (name string, certain bool) {
	var best, holder *assignment
	ast.Inspect(s.file, func(n ast.Node) bool {
		if n == nil || !s.covers(n, line) {
			return n == ast.Node(s.file)
		}
		if lit, ok := n.(*ast.FuncLit); ok && s.line(lit.Pos()) < line {
			best, holder = nil, nil // the line is in the function, not in the assignment of the function
		}
		best = inner(best, s.assignments(n, line, makes, holder), pick)
		if any := s.assignments(n, line, anything, holder); len(any) == 1 {
			holder = any[0]
		}
		return true
	})
	if best == nil {
		return "", false
	}
	if best.ambiguous {
		return "", true
	}
	name, ok := s.nameOf(best, s.enclosing(line))
	if !ok {
		return "", true
	}
	return name, true
}

// inner is the assignment to name after those of one more node: the innermost,
// which is ambiguous when it is not alone and cannot be picked.
func inner(best *assignment, more []*assignment, pick Pick) *assignment {
	if len(more) == 0 {
		return best
	}
	a := more[0]
	if len(more) == pick.Of {
		a = more[pick.Nth]
	}
	a.ambiguous = len(more) > 1 && len(more) != pick.Of || best != nil && !(best.value.Pos() <= a.node.Pos() && a.node.End() <= best.value.End())
	return a
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
	return s.line(n.Pos()) <= line && line <= s.line(n.End())
}

func (s *source) line(pos token.Pos) int { return s.fset.Position(pos).Line }

// An assignment is a value that goes to a target.
type assignment struct {
	node      ast.Node // that holds it
	value     ast.Node // the value that the target gets, or node when it gets none
	target    ast.Expr
	in        *ast.CompositeLit // whose field the target is, or nil
	holder    *assignment       // that gives away this literal, or nil
	element   bool              // the target's elements get the value
	ambiguous bool              // others are at the line
}

func (s *source) assignments(n ast.Node, line int, makes maker, holder *assignment) []*assignment {
	switch n := n.(type) {
	case *ast.AssignStmt:
		return s.pairs(n, n.Lhs, n.Rhs, line, makes)
	case *ast.ValueSpec:
		return s.pairs(n, idents(n.Names), n.Values, line, makes)
	case *ast.CompositeLit:
		return s.fields(n, line, makes, holder)
	}
	return nil
}

// pairs are the targets whose value is made at the line; a declaration without
// values makes the variable itself.
func (s *source) pairs(n ast.Node, targets, values []ast.Expr, line int, makes maker) []*assignment {
	if len(values) > 0 && len(values) != len(targets) {
		return nil // a call with several results allocates for none of them
	}
	var found []*assignment
	for i, t := range targets {
		if id, ok := t.(*ast.Ident); ok && id.Name == "_" {
			continue
		}
		if len(values) > 0 {
			found = append(found, s.given(&assignment{node: n, value: values[i], target: t}, s.line(t.Pos()) == line, line, makes)...)
		} else if makes.declares && s.line(t.Pos()) == line {
			found = append(found, &assignment{node: n, value: n, target: t})
		}
	}
	return found
}

// given is an assignment whose value makes such a value at the line, by itself or in elements of a literal. here says that
// the assignment begins there.
func (s *source) given(a *assignment, here bool, line int, makes maker) []*assignment {
	value := a.value.(ast.Expr)
	if at := s.element(value, line, makes); at != nil {
		a.value, a.element = at, true
		return []*assignment{a}
	}
	if (here || s.covers(value, line)) && makes.value(value) {
		return []*assignment{a}
	}
	return nil
}

// element is the element of an array, slice or map literal that makes a value of its own at the line, nil for none. The elements
// are pointers or channels: others are part of the array.
func (s *source) element(value ast.Expr, line int, makes maker) ast.Expr {
	lit, ok := ast.Unparen(value).(*ast.CompositeLit)
	if !ok {
		return nil
	}
	var of ast.Expr
	switch typ := lit.Type.(type) {
	case *ast.ArrayType:
		of = typ.Elt
	case *ast.MapType:
		of = typ.Value
	}
	switch of.(type) {
	case *ast.StarExpr, *ast.ChanType:
	default:
		return nil
	}
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			e = kv.Value
		}
		if s.covers(e, line) && makes.value(e) {
			return e
		}
	}
	return nil
}

// fields are the fields of a struct literal; whether it is one shows only in
// that its type is not spelled out as something else.
func (s *source) fields(lit *ast.CompositeLit, line int, makes maker, holder *assignment) []*assignment {
	switch lit.Type.(type) {
	case *ast.MapType, *ast.ArrayType:
		return nil
	}
	var found []*assignment
	names := fieldNames(lit.Type)
	for i, e := range lit.Elts {
		var key *ast.Ident
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			key, _ = kv.Key.(*ast.Ident)
			e = kv.Value
		} else if i < len(names) {
			key = names[i]
		}
		if key != nil && s.covers(e, line) {
			found = append(found, s.given(&assignment{node: lit, value: e, target: key, in: lit, holder: holder}, false, line, makes)...)
		}
	}
	return found
}

// fieldNames are those of a struct type that the file declares, in their order.
func fieldNames(typ ast.Expr) (names []*ast.Ident) {
	switch t := typ.(type) {
	case *ast.Ident:
		if t.Obj != nil {
			if spec, ok := t.Obj.Decl.(*ast.TypeSpec); ok && spec.Type != typ {
				return fieldNames(spec.Type)
			}
		}
	case *ast.IndexExpr:
		return fieldNames(t.X)
	case *ast.StructType:
		for _, f := range t.Fields.List {
			names = append(names, f.Names...)
			if len(f.Names) == 0 {
				names = append(names, &ast.Ident{Name: typeExpr(f.Type)})
			}
		}
	}
	return names
}

// allocates reports whether the expression makes what may be the target's own:
// not what a called function allocates, unless of package sync, whose frames are
// passed over.
func allocates(value ast.Expr) bool {
	switch v := value.(type) {
	case *ast.ParenExpr:
		return allocates(v.X)
	case *ast.CompositeLit:
		return true
	case *ast.UnaryExpr:
		_, ok := v.X.(*ast.CompositeLit)
		return ok && v.Op == token.AND
	case *ast.CallExpr:
		switch fn := v.Fun.(type) {
		case *ast.Ident:
			return fn.Name == "append" || (fn.Name == "make" || fn.Name == "new") && len(v.Args) > 0 && mayHoldLock(v.Args[0])
		case *ast.SelectorExpr: // sync.NewCond
			pkg, ok := fn.X.(*ast.Ident)
			return ok && pkg.Name == "sync"
		}
	}
	return false
}

// makesCond reports whether the expression is a call of sync.NewCond.
func makesCond(value ast.Expr) bool {
	call, ok := ast.Unparen(value).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn, ok := call.Fun.(*ast.SelectorExpr)
	return ok && fn.Sel.Name == "NewCond"
}

// makesLock reports whether the expression allocates, and is no call of sync.NewCond with a lock that there is.
func makesLock(value ast.Expr) bool {
	if makesCond(value) {
		args := ast.Unparen(value).(*ast.CallExpr).Args
		return len(args) == 1 && allocates(args[0])
	}
	return allocates(value)
}

// makesChan reports whether the expression is a call of make for a channel; of a
// named type it may be one.
func makesChan(value ast.Expr) bool {
	call, ok := ast.Unparen(value).(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return false
	}
	if fn, ok := call.Fun.(*ast.Ident); !ok || fn.Name != "make" {
		return false
	}
	switch call.Args[0].(type) {
	case *ast.MapType, *ast.ArrayType:
		return false
	}
	return true
}

// mayHoldLock reports whether making a value of the type may make a lock. What
// a map or channel holds is made later, elsewhere.
func mayHoldLock(typ ast.Expr) bool {
	switch t := typ.(type) {
	case *ast.ArrayType:
		return mayHoldLock(t.Elt)
	case *ast.Ident:
		return types.Universe.Lookup(t.Name) == nil
	case *ast.MapType, *ast.ChanType, *ast.StarExpr, *ast.FuncType, *ast.InterfaceType:
		return false
	}
	return true
}

// nameOf is the class of the value that an assignment makes, as name.
func (s *source) nameOf(a *assignment, fn *ast.FuncDecl) (name string, ok bool) {
	unnamed := false
	if a.in != nil {
		_, unnamed = a.in.Type.(*ast.StructType)
	}
	switch id, field := a.target.(*ast.Ident); {
	case unnamed && a.holder != nil && field:
		name, ok = s.nameOf(a.holder, fn)
		name += "." + id.Name
	default:
		name, ok = s.name(a.target, a.in, fn)
	}
	if a.element {
		name += "[]"
	}
	return name, ok
}

// name is the class of the target, without the package: a variable, a field of
// a type, or an element of one.
func (s *source) name(target ast.Expr, in *ast.CompositeLit, fn *ast.FuncDecl) (string, bool) {
	switch t := target.(type) {
	case *ast.Ident:
		switch {
		case in != nil:
			typ := typeExpr(in.Type)
			return typ + "." + t.Name, typ != ""
		case s.isGlobal(t):
			return t.Name, true
		}
		return funcName(fn) + "." + t.Name, true
	case *ast.SelectorExpr:
		if id, ok := t.X.(*ast.Ident); ok {
			typ := declaredType(id)
			return typ + "." + t.Sel.Name, typ != ""
		}
	case *ast.IndexExpr:
		name, ok := s.name(t.X, nil, fn)
		return name + "[]", ok
	}
	return "", false
}

// isGlobal reports whether the identifier is a package-level variable: the
// parser resolves what the file declares, and other files declare nothing local.
func (s *source) isGlobal(id *ast.Ident) bool {
	return id.Obj == nil || s.file.Scope.Lookup(id.Name) == id.Obj
}

// funcName is "Func" or "Type.Method"; a closure outside of every function is
// run by the package's init.
func funcName(fn *ast.FuncDecl) string {
	if fn == nil {
		return "init"
	}
	if fn.Recv != nil && len(fn.Recv.List) == 1 {
		if typ := typeExpr(fn.Recv.List[0].Type); typ != "" {
			return typ + "." + fn.Name.Name
		}
	}
	return fn.Name.Name
}

// typeExpr is the name of a type of this package, or of the element of a pointer
// type; generic types by their origin.
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
