package chanblock

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// ticksForEver reports a goroutine that receives from a time.Ticker and from
// nothing else, when a goroutine stops the ticker: Stop does not close its channel,
// so the goroutine, which is meant to end then, stays for ever.
func ticksForEver(r *lockfacts.Reporter, f *lockfacts.Func) {
	if !r.Facts.Started(f) {
		return
	}
	frame := r.Facts.Frame(f.Fn)
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			recv, ok := in.(*ssa.UnOp)
			if !ok || recv.Op != token.ARROW || !syncop.InLoop(b) {
				continue
			}
			ticker := tickerOf(recv.X)
			if ticker == nil || leaves(b, func(o *ssa.BasicBlock) bool { return false }) && !closedOnly(recv) {
				continue
			}
			class := frame.AccessPath(ticker).Class()
			if class == "" || !stopped(r, f, class) {
				continue
			}
			r.Report(lockfacts.Finding{
				Check: checks.NeverEnds, Pos: recv.Pos(),
				Message: "the goroutine never ends: Stop does not close the channel of a time.Ticker; wait for a second channel that says so",
			}, []lockgraph.EdgeKey{{Func: f.Name, Class: class}})
		}
	}
}

// closedOnly reports whether the only way out of the loop is a closed channel.
func closedOnly(recv *ssa.UnOp) bool {
	return (&program{}).onlyClose(&op{instr: recv})
}

// tickerOf is the variable whose field C a channel is, when it is a time.Ticker.
func tickerOf(ch ssa.Value) ssa.Value {
	load, ok := ch.(*ssa.UnOp)
	if !ok {
		return nil
	}
	field, ok := load.X.(*ssa.FieldAddr)
	if !ok || types.TypeString(syncop.Elem(field.X.Type()), nil) != "time.Ticker" {
		return nil
	}
	return loadedFrom(field.X)
}

// loadedFrom is the variable that a value was loaded from, or the value.
func loadedFrom(v ssa.Value) ssa.Value {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		return load.X
	}
	return v
}

// stopped reports whether another goroutine stops a ticker, who may want the
// goroutine to end. (A goroutine that defers Stop itself follows a habit.)
func stopped(r *lockfacts.Reporter, loop *lockfacts.Func, class string) bool {
	for _, f := range r.Facts.Funcs {
		if f == loop || isMain(f.Fn) {
			continue
		}
		frame := r.Facts.Frame(f.Fn)
		for _, b := range f.Fn.Blocks {
			for _, in := range b.Instrs {
				call, ok := in.(ssa.CallInstruction)
				if !ok || call.Common().StaticCallee() == nil || syncop.Key(call.Common().StaticCallee()) != "(*time.Ticker).Stop" {
					continue
				}
				if frame.AccessPath(loadedFrom(call.Common().Args[0])).Class() == class {
					return true
				}
			}
		}
	}
	return false
}

// breaksSelect reports a loop without an end in which a case of a select is
// nothing but break: that leaves the select, not the loop.
func breaksSelect(r *lockfacts.Reporter) {
	for _, file := range r.Pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if loop, ok := n.(*ast.ForStmt); ok && loop.Cond == nil && !leavesLoop(r.Pass.TypesInfo, loop) {
				for _, st := range loop.Body.List {
					if sel, ok := st.(*ast.SelectStmt); ok {
						breaks(r, sel)
					}
				}
			}
			return true
		})
	}
}

func breaks(r *lockfacts.Reporter, sel *ast.SelectStmt) {
	for _, c := range sel.Body.List {
		clause := c.(*ast.CommClause)
		if clause.Comm == nil || len(clause.Body) == 0 {
			continue
		}
		br, ok := clause.Body[len(clause.Body)-1].(*ast.BranchStmt)
		if !ok || br.Tok != token.BREAK || br.Label != nil || len(clause.Body) > 1 && !toldToEnd(r, clause) {
			continue
		}
		r.Report(lockfacts.Finding{
			Check: checks.NeverEnds, Pos: br.Pos(), EachPosition: true,
			Message: "break leaves the select, not the loop, which never ends: use return or a label",
		}, []lockgraph.EdgeKey{{Func: r.Pass.Pkg.Path(), Class: types.ExprString(commOf(clause))}})
	}
}

// toldToEnd reports whether a case receives what carries no value. (Others write
// break after a case out of habit.)
func toldToEnd(r *lockfacts.Reporter, c *ast.CommClause) bool {
	recv, ok := c.Comm.(*ast.ExprStmt)
	if !ok {
		return false
	}
	st, ok := r.Pass.TypesInfo.TypeOf(recv.X).Underlying().(*types.Struct)
	return ok && st.NumFields() == 0
}

// commOf is the channel of a case.
func commOf(c *ast.CommClause) ast.Expr {
	var e ast.Expr = ast.NewIdent("_")
	ast.Inspect(c.Comm, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			e = n.X
		case *ast.SendStmt:
			e = n.Chan
		default:
			return true
		}
		return false
	})
	return e
}

// leavesLoop reports whether anything in a loop leaves it: return, goto, a
// break of its own or with a label, or a call that never returns.
func leavesLoop(info *types.Info, loop *ast.ForStmt) bool {
	found := false
	var inner func(n ast.Node, breakable bool)
	inner = func(n ast.Node, breakable bool) {
		ast.Inspect(n, func(m ast.Node) bool {
			switch m := m.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ReturnStmt:
				found = true
			case *ast.BranchStmt:
				found = found || m.Label != nil || m.Tok == token.GOTO || m.Tok == token.BREAK && breakable
			case *ast.CallExpr:
				found = found || syncop.IsLastCall(info, m)
			case *ast.ForStmt, *ast.RangeStmt, *ast.SelectStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt:
				if m != n {
					inner(m, false)
					return false
				}
			}
			return true
		})
	}
	inner(loop.Body, true)
	return found
}
