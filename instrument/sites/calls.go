package sites

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Reasons why a call site is not told.
const (
	SkipEffects = "the type of its receiver has no name in the file"
	SkipValue   = "its receiver is a value without an identity"
	SkipRecover = "a deferred method that recovers"
	SkipMany    = "more call sites than there are numbers"
	SkipLocal   = "no other goroutine can reach an object of the type"
)

// A walker looks for the calls in one file.
type walker struct {
	*rewriter
	pkg   *packages.Package
	wrap  *wrappers
	src   []byte
	name  string
	edits []edit
}

// An edit inserts text at an offset.
type edit struct {
	at   int
	text string
}

func (r *rewriter) file(p *packages.Package, f *ast.File, name string, wrap *wrappers) error {
	src, err := r.read(name)
	if err != nil {
		return fmt.Errorf("cannot read %s: %w; try again", name, err)
	}
	w := &walker{r, p, wrap, src, name, nil}
	w.targets(f, w.rewrite)
	if len(w.edits) == 0 {
		return nil
	}
	return r.add(name, w.bytes())
}

func (w *walker) bytes() []byte {
	slices.SortStableFunc(w.edits, func(a, b edit) int { return cmp.Compare(a.at, b.at) })
	var out bytes.Buffer
	pos := 0
	for _, e := range w.edits {
		out.Write(w.src[pos:e.at])
		out.WriteString(e.text)
		pos = e.at
	}
	out.Write(w.src[pos:])
	return out.Bytes()
}

func (w *walker) offset(p token.Pos) int { return w.pkg.Fset.Position(p).Offset }

// A target is a call that could be told, or a method value, whose calls could be.
type target struct {
	call      *ast.CallExpr // nil for a method value
	sel       *ast.SelectorExpr
	selection *types.Selection
	self      types.Object // receiver of the method that contains it
	fn        string       // that contains it
	deferred  bool
	drops     bool         // its error is not looked at
	named     *types.Named // type of the object
	receiver  string       // an expression for it
	once      string       // the type of that expression when it must not be evaluated twice, else ""
	why       string       // it is not told, "" when it is
}

// targets finds them in a file.
func (w *walker) targets(f *ast.File, do func(*target)) {
	for _, d := range f.Decls {
		fn, self := w.pkg.PkgPath, types.Object(nil)
		if fd, ok := d.(*ast.FuncDecl); ok {
			if obj, ok := w.pkg.TypesInfo.Defs[fd.Name].(*types.Func); ok {
				fn = obj.FullName()
				if recv := obj.Signature().Recv(); recv != nil {
					self = recv
				}
			}
		}
		found := &inDecl{walker: w, fn: fn, self: self, do: do, deferred: map[*ast.CallExpr]bool{}, drops: map[ast.Expr]bool{}, called: map[*ast.SelectorExpr]bool{}, started: map[ast.Node]bool{}}
		ast.Inspect(d, found.visit)
	}
}

// inDecl is the search in one declaration.
type inDecl struct {
	*walker
	fn       string
	self     types.Object
	do       func(*target)
	deferred map[*ast.CallExpr]bool
	drops    map[ast.Expr]bool // calls whose results are not used; an assignment to _ is a decision
	called   map[*ast.SelectorExpr]bool
	started  map[ast.Node]bool // calls and function literals that run in a goroutine of their own
}

// visit looks at one node. A node comes before its parts.
func (in *inDecl) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.DeferStmt:
		in.deferred[n.Call] = true
	case *ast.GoStmt:
		in.started[n.Call] = true
		if body, ok := ast.Unparen(n.Call.Fun).(*ast.FuncLit); ok && !in.started[body] {
			in.inGoroutine(body)
			in.started[body] = true
		}
	case *ast.ExprStmt:
		in.drops[n.X] = true
	case *ast.FuncLit:
		return !in.started[n] // of these the parts were visited
	case *ast.CallExpr:
		if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok {
			in.called[sel] = true
			in.target(&target{call: n, sel: sel, deferred: in.deferred[n], drops: in.drops[n] && in.fails(sel)}, in.started[n])
		}
	case *ast.SelectorExpr:
		if !in.called[n] {
			in.target(&target{sel: n}, true)
		}
	}
	return true
}

// fails reports whether the last result of a method is an error.
func (in *inDecl) fails(sel *ast.SelectorExpr) bool {
	sig, ok := in.pkg.TypesInfo.TypeOf(sel).(*types.Signature)
	if !ok || sig.Results().Len() == 0 {
		return false
	}
	return types.Identical(sig.Results().At(sig.Results().Len()-1).Type(), types.Universe.Lookup("error").Type())
}

// inGoroutine visits a function literal that a go statement calls. Its calls on the
// receiver of the method around it are not inside of the call of that method.
func (in *inDecl) inGoroutine(body *ast.FuncLit) {
	apart := *in
	apart.self = nil
	ast.Inspect(body.Body, apart.visit)
}

// target hands on a call or method value. apart says that it does not run inside of
// the call of the method around it.
func (in *inDecl) target(t *target, apart bool) {
	t.fn = in.fn
	if !apart {
		t.self = in.self
	}
	if in.isTarget(t) {
		in.do(t)
	}
}

// isTarget completes a target, and reports whether it is one.
func (w *walker) isTarget(t *target) bool {
	sel := t.sel
	s := w.pkg.TypesInfo.Selections[sel]
	if s == nil || s.Kind() != types.MethodVal || isObject(w.pkg, sel.X, t.self) {
		return false
	}
	t.selection = s
	method := s.Obj().(*types.Func)
	typ := w.receiver(t, method)
	if t.named = namedOf(typ); t.named == nil || !w.tracked(t.named) {
		return false
	}
	if t.why == "" && (t.deferred || t.call == nil) && w.recovers[method.Name()] {
		t.why = SkipRecover
	}
	return true
}

// rewrite rewrites one call.
func (w *walker) rewrite(t *target) {
	switch {
	case t.why == "" && w.left[TypeName(t.named)]:
		t.why = SkipLocal
	case t.why == "" && len(w.table.Sites) == MaxSites:
		t.why = SkipMany
	}
	pos := w.pkg.Fset.Position(t.sel.Sel.Pos())
	site := Site{len(w.table.Sites) + 1, w.name, pos.Line, pos.Column, t.fn, TypeName(t.named), t.selection.Obj().Name(), t.drops}
	if t.why != "" {
		w.table.Skipped[t.why]++
		if site.ID = 0; t.why != SkipLocal && t.why != SkipValue {
			w.table.NotTold = append(w.table.NotTold, site)
		}
		return
	}
	w.table.Sites = append(w.table.Sites, site)
	shape := w.wrap.use(t.selection.Type().(*types.Signature), t.once != "")
	if t.once == "" {
		w.edits = append(w.edits,
			edit{w.offset(t.sel.Pos()), fmt.Sprintf("%s(%d, %s, ", shape.name(), site.ID, t.receiver)},
			edit{w.offset(t.sel.End()), ")"})
		return
	}
	text := w.text(t.sel.X)
	at := strings.Index(t.receiver, text)
	w.edits = append(w.edits,
		edit{w.offset(t.sel.Pos()), fmt.Sprintf("%s(%d, %s", shape.name(), site.ID, t.receiver[:at])},
		edit{w.offset(t.sel.X.End()), fmt.Sprintf("%s, (%s)", t.receiver[at+len(text):], t.once)},
		edit{w.offset(t.sel.End()), ")"})
}

func (w *walker) text(x ast.Expr) string { return string(w.src[w.offset(x.Pos()):w.offset(x.End())]) }

// receiver completes a target with an expression for the object on which the method is
// called, after the embedded fields that lead to it. It returns the type of the object.
func (w *walker) receiver(t *target, m *types.Func) (typ types.Type) {
	text := w.text(t.sel.X)
	typ = t.selection.Recv()
	for f := range embedded(t.selection, w.pkg.Types) {
		text, typ = text+"."+f.Name(), f.Type()
	}
	t.receiver = text
	of := typ
	if _, ok := types.Unalias(typ).(*types.Pointer); !ok && !types.IsInterface(typ) {
		if recv := m.Signature().Recv(); recv == nil || !isPointer(recv.Type()) {
			t.why = SkipValue
			return typ
		}
		t.receiver, of = "&"+text, types.NewPointer(typ)
	}
	if !plain(t.sel.X) {
		if t.once = w.nameOf(of, t.sel.Pos()); t.once == "" {
			t.why = SkipEffects
		}
	}
	return typ
}

// embedded yields the embedded fields that lead to the object on which a method is
// called. A field that cannot be named in the package ends the list: the object outside of it
// stands for it.
func embedded(s *types.Selection, pkg *types.Package) iter.Seq[*types.Var] {
	return func(yield func(*types.Var) bool) {
		typ, index := s.Recv(), s.Index()
		for _, i := range index[:len(index)-1] {
			st, ok := deref(typ).Underlying().(*types.Struct)
			if !ok {
				return
			}
			f := st.Field(i)
			if !f.Exported() && f.Pkg() != pkg || !yield(f) {
				return
			}
			typ = f.Type()
		}
	}
}

func isPointer(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Pointer)
	return ok
}

func deref(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func namedOf(t types.Type) *types.Named {
	if t == nil {
		return nil
	}
	n, _ := types.Unalias(deref(t)).(*types.Named)
	return n
}

// plain reports whether evaluating an expression twice does nothing more than once.
func plain(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident, *ast.BasicLit:
		return true
	case *ast.ParenExpr:
		return plain(x.X)
	case *ast.SelectorExpr:
		return plain(x.X)
	case *ast.StarExpr:
		return plain(x.X)
	case *ast.IndexExpr:
		return plain(x.X) && plain(x.Index)
	}
	return false
}
