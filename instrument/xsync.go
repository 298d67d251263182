package instrument

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/deadlocklint/deadlocklint/condvar"
)

// An xcall is a function of golang.org/x/sync whose calls are made visible, with
// its replacement in package conditions.
type xcall struct {
	kind condvar.SiteKind
	by   string
}

// Of errgroup nothing has to be said: its limit is a channel and its Wait a
// WaitGroup.
var xcalls = map[string]xcall{
	"golang.org/x/sync/semaphore.NewWeighted":            {condvar.SiteUnits, "Units"},
	"(*golang.org/x/sync/semaphore.Weighted).Acquire":    {condvar.SiteTake, "Acquire"},
	"(*golang.org/x/sync/semaphore.Weighted).TryAcquire": {condvar.SiteTake, "TryAcquire"},
	"(*golang.org/x/sync/semaphore.Weighted).Release":    {condvar.SiteGive, "Release"},
	"(*golang.org/x/sync/singleflight.Group).Do":         {condvar.SiteFlight, "Flight"},
}

// xsync makes the calls of a file visible.
func (f *finder) xsync(in *file) {
	unused := map[ast.Expr]bool{} // calls whose result is dropped
	ast.Inspect(in.ast, func(n ast.Node) bool {
		switch s := n.(type) {
		case *ast.ExprStmt:
			unused[ast.Unparen(s.X)] = true
		case *ast.GoStmt:
			unused[s.Call] = true
		case *ast.DeferStmt:
			unused[s.Call] = true
		}
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 {
			return true
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return true
		}
		fn, ok := in.pkg.TypesInfo.ObjectOf(sel.Sel).(*types.Func)
		if !ok {
			return true
		}
		if x, ok := xcalls[fn.FullName()]; ok && !(x.kind == condvar.SiteUnits && unused[call]) {
			f.xcall(in, call, sel, x)
		}
		return true
	})
}

func (f *finder) xcall(in *file, call *ast.CallExpr, sel *ast.SelectorExpr, x xcall) {
	receiver, name := "", f.text(in, sel.X)
	if x.kind != condvar.SiteUnits {
		p := &predicate{f: f, in: in, info: in.pkg.TypesInfo, at: call.Pos()}
		receiver = f.pointerTo(in, sel, p)
		if receiver == "nil" {
			f.table.GivenUp = append(f.table.GivenUp, fmt.Sprintf("%s: what this %s is called on is no simple expression", in.pkg.Fset.Position(call.Pos()), sel.Sel.Name))
			return
		}
		receiver += ", "
	}
	id := f.site(in, call, condvar.Site{Kind: x.kind, Vars: []string{name}})
	if id == 0 {
		return
	}
	callee := f.text(in, call.Fun)
	if x.kind == condvar.SiteUnits {
		callee = fmt.Sprintf("func(n int64) interface{} { return %s(n) }", callee)
		f.insert(in, call.End(), fmt.Sprintf(".(*%s.Weighted)", name))
	}
	f.replace(in, call.Pos(), call.Lparen+1, fmt.Sprintf("__dl.%s(%d, %s%s, ", x.by, id, receiver, callee))
}
