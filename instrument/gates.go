package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/condvar"
)

// A gate is a condition that decides an operation on a channel or a WaitGroup:
// that of an if around the operation, of an if before it that leaves the
// function, or of a loop that does nothing else.
//
//	if s.waiting { s.wake <- v }
//	if s.closed { return }; s.queue <- v
//	for !s.ready { <-s.changed }
//
// There are many of them in most programs, and few matter. So only those are
// made visible that read what more than one goroutine may see, fields and
// variables of a package or of a function around, and that are written.
type gate struct {
	operation
	at      ast.Stmt       // the operation
	body    *ast.BlockStmt // of the function, for an if that leaves it
	unlocks bool           // a lock is released between the condition and the operation
}

// An operation is one on a channel or WaitGroup.
type operation struct {
	op   string   // as condvar.Site.Op has it
	on   ast.Expr // the channel or WaitGroup
	bare bool     // nothing else happens in its statement
}

// operationOf takes a statement apart that is an operation on a channel or
// WaitGroup. Without types it takes any Wait, Done and Add for one of a WaitGroup.
func operationOf(s ast.Stmt, info *types.Info) (operation, bool) {
	switch s := s.(type) {
	case *ast.SendStmt:
		return operation{"send", s.Chan, quiet(s.Chan) && quiet(s.Value)}, true
	case *ast.SelectStmt:
		return operation{op: "select"}, true
	case *ast.AssignStmt:
		if len(s.Rhs) == 1 {
			return received(s.Rhs[0], !slices.ContainsFunc(s.Lhs, func(e ast.Expr) bool { return !quiet(e) }))
		}
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); ok {
			return called(call, info)
		}
		return received(s.X, true)
	}
	return operation{}, false
}

func received(e ast.Expr, bare bool) (operation, bool) {
	if u, ok := ast.Unparen(e).(*ast.UnaryExpr); ok && u.Op == token.ARROW {
		return operation{"recv", u.X, bare && quiet(u.X)}, true
	}
	return operation{}, false
}

// called is close, or a method of a WaitGroup.
func called(call *ast.CallExpr, info *types.Info) (operation, bool) {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		if fun.Name == "close" && len(call.Args) == 1 {
			return operation{"close", call.Args[0], quiet(call.Args[0])}, true
		}
	case *ast.SelectorExpr:
		op := map[string]string{"Wait": "wgwait", "Done": "done", "Add": "add"}[fun.Sel.Name]
		if op == "" {
			break
		}
		if info != nil {
			if fn, ok := info.ObjectOf(fun.Sel).(*types.Func); !ok || !strings.HasPrefix(fn.FullName(), "(*sync.WaitGroup).") {
				break
			}
		}
		return operation{op, fun, quiet(fun.X)}, true
	}
	return operation{}, false
}

// gatesOf finds the statements of a file that have the form of a gate. The types
// may be nil.
func gatesOf(f *ast.File, info *types.Info) (list []*guarded) {
	var path []ast.Node
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil {
			path = path[:len(path)-1]
			return true
		}
		path = append(path, n)
		s, ok := n.(ast.Stmt)
		if !ok || len(path) < 3 {
			return true
		}
		block, ok := path[len(path)-2].(*ast.BlockStmt)
		if !ok {
			return true
		}
		if o, ok := operationOf(s, info); ok {
			list = append(list, gatesOfOperation(gate{operation: o, at: s}, block, path[len(path)-3])...)
		}
		return true
	})
	return list
}

// gatesOfOperation are the gates of an operation in a block of something.
func gatesOfOperation(g gate, block *ast.BlockStmt, of ast.Node) (list []*guarded) {
	switch n := of.(type) {
	case *ast.IfStmt:
		if block == n.Body && !leaves(n.Body) {
			g.unlocks = unlocksBetween(block.List, n.Body.Lbrace, g.at.Pos())
			list = append(list, &guarded{stmt: n, cond: n.Cond, gate: &g})
		}
	case *ast.ForStmt:
		waits := g.op == "recv" || g.op == "wgwait"
		if waits && n.Init == nil && n.Cond != nil && n.Post == nil && len(block.List) == 1 {
			list = append(list, &guarded{stmt: n, cond: n.Cond, gate: &g})
		}
	case *ast.FuncDecl, *ast.FuncLit:
		for _, s := range block.List {
			n, ok := s.(*ast.IfStmt)
			if ok && s.Pos() < g.at.Pos() && n.Init == nil && n.Else == nil && returns(n.Body) {
				own := g
				own.body, own.unlocks = block, unlocksBetween(block.List, n.End(), g.at.Pos())
				list = append(list, &guarded{stmt: n, cond: n.Cond, gate: &own})
			}
		}
	}
	return list
}

// gates makes the gates of a file visible.
func (f *finder) gates(in *file, seen map[ast.Stmt]bool) {
	for _, g := range gatesOf(in.ast, in.pkg.TypesInfo) {
		if seen[g.stmt] {
			continue
		}
		g.in = in
		switch err := f.understand(g); {
		case err != nil:
			f.table.GatesGivenUp++
		case f.matters(g):
			seen[g.stmt] = true
			f.table.Gates++
			f.observe(g)
			f.markGate(g)
		}
	}
}

// matters reports whether another goroutine may decide a gate: all that it reads
// can be seen by others, and some of it is written.
func (f *finder) matters(g *guarded) bool {
	around := g.in.functionAround(g.stmt.Pos())
	written := false
	for _, r := range g.reads {
		v := r.of
		shared := v.IsField() || v.Parent() == v.Pkg().Scope() || v.Pos() < around.Pos() || v.Pos() > around.End()
		if !shared {
			return false
		}
		// A variable that only others write is mostly the result of a call, which is not shared: for
		// that no package is compiled in another way, and it is looked at with -memory.
		written = written || f.written[r.target.key] || f.memory && len(f.writtenBy(r)) > 0
	}
	return written
}

// findWritten notes the variables that statements write, whether conditions read
// them or not.
func (f *finder) findWritten() {
	for _, in := range f.files {
		note := func(e ast.Expr) {
			if ix, ok := ast.Unparen(e).(*ast.IndexExpr); ok {
				e = ix.X
			}
			if v := in.written(e); v != nil {
				f.written[in.varKey(v)], f.written[elements(in.varKey(v))] = true, true
			}
		}
		ast.Inspect(in.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.IncDecStmt:
				note(n.X)
			case *ast.AssignStmt:
				if n.Tok != token.DEFINE {
					for _, lhs := range n.Lhs {
						note(lhs)
					}
				}
			case *ast.CallExpr:
				if in.builtin(n) == "delete" {
					note(n.Args[0])
				}
				if on, method, _ := in.atomicCall(n, in.pkg.TypesInfo); on != nil && atomicWrites[method] {
					note(on)
				}
			}
			return true
		})
	}
}

// markGate makes one visible.
func (f *finder) markGate(g *guarded) {
	site := condvar.Site{Kind: condvar.SiteIf, Cond: g.expr, Op: g.gate.op, Gate: true, Leaves: g.gate.body != nil, Unlocks: g.gate.unlocks}
	if _, ok := g.stmt.(*ast.ForStmt); ok {
		site.Kind = condvar.SiteLoop
	}
	for _, r := range g.reads {
		site.Vars = append(site.Vars, r.name())
		site.Atomic = site.Atomic || r.target.as >= asAtomicBool
	}
	if g.gate.bare {
		site.OpID = f.site(g.in, g.gate.at, condvar.Site{Kind: condvar.SiteOp, Op: g.gate.op})
	}
	id := f.site(g.in, g.cond, site)
	if id == 0 || g.gate.bare && site.OpID == 0 {
		return
	}
	if g.gate.bare {
		f.insert(g.in, g.gate.at.Pos(), atText(site.OpID))
	}
	not := ""
	if site.Leaves {
		not = "!"
	}
	f.wrap(g.in, g.cond, fmt.Sprintf("__dl.At(%d) && %s__dl.Gate(%d, bool(%s(", id, not, id, not), ")), "+lookAt(f.gateText(g), g.reads)+")")
	if !site.Leaves {
		f.ends(g, id)
		return
	}
	end := fmt.Sprintf(" defer __dl.End(%d);", id)
	f.insert(g.in, g.stmt.(*ast.IfStmt).Body.Lbrace+1, end)
	f.insert(g.in, g.stmt.End(), ";"+end)
}

// gateText is the channel or WaitGroup of a gate, or "nil" where it cannot be
// named before the condition, or must not be read there: under the race
// detector, only what the condition itself reads is read there.
func (f *finder) gateText(g *guarded) string {
	if g.gate.on == nil || f.race {
		return "nil"
	}
	p := &predicate{f: f, in: g.in, info: g.in.pkg.TypesInfo, at: g.stmt.Pos()}
	if sel, ok := g.gate.on.(*ast.SelectorExpr); ok && g.gate.op != "send" && g.gate.op != "recv" && g.gate.op != "close" {
		return f.pointerTo(g.in, sel, p)
	}
	_, text, err := p.path(ast.Unparen(g.gate.on))
	if _, isChan := g.in.pkg.TypesInfo.TypeOf(g.gate.on).Underlying().(*types.Chan); err != nil || !isChan {
		return "nil"
	}
	return text
}
