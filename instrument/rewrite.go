package instrument

import (
	"fmt"
	"go/ast"

	"github.com/deadlocklint/deadlocklint/condvar"
)

// mark makes a condition visible.
func (f *finder) mark(g *guarded) {
	site := condvar.Site{Kind: condvar.SiteIf, Cond: g.expr, Op: g.op}
	if isLoop(g.stmt) && !g.once {
		site.Kind = condvar.SiteLoop
	}
	for _, r := range g.reads {
		site.Vars = append(site.Vars, r.name())
		site.Atomic = site.Atomic || r.target.as >= asAtomicBool
	}
	op := f.site(g.in, g.call, condvar.Site{Kind: condvar.SiteOp, Op: g.op})
	site.OpID = op
	begin := f.site(g.in, g.stmt, condvar.Site{Kind: condvar.SiteOp, Op: "body"})
	site.Body = begin
	id := f.site(g.in, g.source(), site)
	if op == 0 || id == 0 || begin == 0 {
		return
	}
	f.insert(g.in, g.call.Pos(), atText(op))
	if g.shape != nil {
		f.markParts(g, id)
	} else {
		head, tail := f.guardText(g, id)
		f.wrap(g.in, g.cond, head, tail)
		if !g.exits {
			f.insert(g.in, g.body().Lbrace+1, fmt.Sprintf(" __dl.At(%d);", begin))
		}
	}
	f.ends(g, id)
}

// source is where the condition stands.
func (g *guarded) source() ast.Node {
	if g.cond == nil {
		return g.stmt
	}
	return g.cond
}

// markParts makes a condition visible that is tested in several parts: before the
// first one, the recorder reads what all of them read.
func (f *finder) markParts(g *guarded, id int) {
	look := fmt.Sprintf("__dl.Parts(%d, %q, %s)", id, g.expr.Postfix(), look(g.condText(f), g.reads))
	if g.begin != nil {
		f.insert(g.in, g.begin.Lbrace+1, fmt.Sprintf(" __dl.At(%d); %s;", id, look))
		return
	}
	if n, ok := g.shape.first.in.(*ast.SwitchStmt); ok {
		f.insert(g.in, n.Pos(), fmt.Sprintf("__dl.At(%d); %s; ", id, look))
		return
	}
	f.wrap(g.in, g.cond, fmt.Sprintf("__dl.At(%d) && %s && bool(", id, look), ")")
}

// body is the statements that the condition guards.
func (g *guarded) body() *ast.BlockStmt {
	if n, ok := g.stmt.(*ast.IfStmt); ok {
		return n.Body
	}
	return g.stmt.(*ast.ForStmt).Body
}

// guardText is the text before and after a condition, or after the one under
// which a loop is left.
func (f *finder) guardText(g *guarded, id int) (head, tail string) {
	head, tail = fmt.Sprintf("__dl.At(%d) && __dl.Guard(%d, bool(", id, id), "), "+look(g.condText(f), g.reads)+")"
	if g.exits {
		head, tail = fmt.Sprintf("__dl.At(%d) && !__dl.Guard(%d, bool(!(", id, id), ")"+tail
	}
	return head, tail
}

// ends tells that what the condition guards is over, on every way out.
func (f *finder) ends(g *guarded, id int) {
	end := fmt.Sprintf("__dl.End(%d)", id)
	ast.Inspect(g.stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			f.insert(g.in, n.Pos(), end+"; ")
		}
		return true
	})
	for _, n := range branchesOut(g.stmt, g.in.labelOf(g.stmt)) {
		f.insert(g.in, n.Pos(), end+"; ")
	}
	switch n := g.stmt.(type) {
	case *ast.ForStmt:
		if n.Cond != nil || breaks(n.Body, g.in.labelOf(n)) {
			f.insert(g.in, n.End(), "; "+end)
		}
	case *ast.IfStmt:
		if n.Else == nil {
			f.insert(g.in, n.End(), "; "+end)
			return
		}
		for block := n; block != nil; {
			f.endBlock(g.in, block.Body, end)
			switch e := block.Else.(type) {
			case *ast.IfStmt:
				block = e
			case *ast.BlockStmt:
				f.endBlock(g.in, e, end)
				block = nil
			default:
				block = nil
			}
		}
	}
}

// endBlock puts a call at the end of a block, unless nothing gets there.
func (f *finder) endBlock(in *file, b *ast.BlockStmt, call string) {
	if n := len(b.List); n > 0 {
		switch last := b.List[n-1].(type) {
		case *ast.ReturnStmt, *ast.BranchStmt, *ast.ForStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt, *ast.IfStmt, *ast.BlockStmt, *ast.LabeledStmt:
			return // it may be what ends the function
		case *ast.ExprStmt:
			if c, ok := last.X.(*ast.CallExpr); ok {
				if id, ok := c.Fun.(*ast.Ident); ok && id.Name == "panic" {
					return
				}
			}
		}
	}
	f.insert(in, b.Rbrace, "; "+call)
}
