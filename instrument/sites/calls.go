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

	"golang.org/x/tools/go/packages"
)

// Reasons why a call site is not told.
const (
	SkipEffects = "its receiver is more than a variable, field or element"
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

// A target is a call that could be told.
type target struct {
	call      *ast.CallExpr
	sel       *ast.SelectorExpr
	selection *types.Selection
	self      types.Object // receiver of the method that contains it
	fn        string       // that contains it
	deferred  bool
	named     *types.Named // type of the object
	receiver  string       // an expression for it
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
		deferred := map[*ast.CallExpr]bool{}
		ast.Inspect(d, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.DeferStmt:
				deferred[n.Call] = true
			case *ast.CallExpr:
				if t := (&target{call: n, fn: fn, self: self, deferred: deferred[n]}); w.isTarget(t) {
					do(t)
				}
			}
			return true
		})
	}
}

// isTarget completes a target, and reports whether it is one.
func (w *walker) isTarget(t *target) bool {
	sel, ok := ast.Unparen(t.call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	s := w.pkg.TypesInfo.Selections[sel]
	if s == nil || s.Kind() != types.MethodVal || isObject(w.pkg, sel.X, t.self) {
		return false
	}
	t.sel, t.selection = sel, s
	method := s.Obj().(*types.Func)
	recv, typ, why := w.receiver(sel, s, method)
	t.receiver, t.why, t.named = recv, why, namedOf(typ)
	if t.named == nil || !w.tracked(t.named) {
		return false
	}
	if t.why == "" && t.deferred && w.recovers[method.Name()] {
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
	if t.why != "" {
		w.table.Skipped[t.why]++
		return
	}
	pos := w.pkg.Fset.Position(t.sel.Sel.Pos())
	site := Site{len(w.table.Sites) + 1, w.name, pos.Line, pos.Column, t.fn, TypeName(t.named), t.selection.Obj().Name()}
	w.table.Sites = append(w.table.Sites, site)
	shape := w.wrap.use(t.selection.Type().(*types.Signature))
	w.edits = append(w.edits,
		edit{w.offset(t.sel.Pos()), fmt.Sprintf("%s(%d, %s, ", shape.name(), site.ID, t.receiver)},
		edit{w.offset(t.sel.End()), ")"})
}

// receiver returns the text of an expression for the object on which a method is
// called, behind the embedded fields that lead to it, and its type.
func (w *walker) receiver(sel *ast.SelectorExpr, s *types.Selection, m *types.Func) (text string, typ types.Type, why string) {
	text = string(w.src[w.offset(sel.X.Pos()):w.offset(sel.X.End())])
	if !plain(sel.X) {
		why = SkipEffects
	}
	typ = s.Recv()
	for f := range embedded(s, w.pkg.Types) {
		text, typ = text+"."+f.Name(), f.Type()
	}
	if _, ok := types.Unalias(typ).(*types.Pointer); ok || types.IsInterface(typ) {
		return text, typ, why
	}
	if recv := m.Signature().Recv(); recv != nil && isPointer(recv.Type()) {
		return "&" + text, typ, why
	}
	return text, typ, SkipValue
}

// embedded yields the embedded fields that lead to the object on which a method is
// called. One that cannot be named in the package ends it: the object outside of it
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
