package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/deadlocklint/deadlocklint/condvar"
)

// mark makes a condition visible.
func (f *finder) mark(g *guarded) {
	site := condvar.Site{Kind: condvar.SiteIf, Cond: g.expr, Op: g.op}
	if _, ok := g.stmt.(*ast.ForStmt); ok {
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
	id := f.site(g.in, g.cond, site)
	if op == 0 || id == 0 || begin == 0 {
		return
	}
	f.insert(g.in, g.call.Pos(), atText(op))
	head, tail := f.guardText(g, id)
	f.insert(g.in, g.cond.Pos(), head)
	f.insert(g.in, g.cond.End(), tail)
	if !g.exits {
		f.insert(g.in, g.body().Lbrace+1, fmt.Sprintf(" __dl.At(%d);", begin))
	}
	f.ends(g, id)
}

// atText stands in front of a statement that the recorder is to know.
func atText(id int) string { return fmt.Sprintf("__dl.At(%d); ", id) }

// body is what the condition guards.
func (g *guarded) body() *ast.BlockStmt {
	if n, ok := g.stmt.(*ast.IfStmt); ok {
		return n.Body
	}
	return g.stmt.(*ast.ForStmt).Body
}

// guardText is what comes before and behind a condition, or behind the one under
// which a loop is left.
func (f *finder) guardText(g *guarded, id int) (head, tail string) {
	head, tail = fmt.Sprintf("__dl.At(%d) && __dl.Guard(%d, bool(", id, id), "), "+look(g.condText(f), g.reads)+")"
	if g.exits {
		head, tail = fmt.Sprintf("__dl.At(%d) && !__dl.Guard(%d, bool(!(", id, id), ")"+tail
	}
	return head, tail
}

// look is a function that reads variables, and what else is needed of a
// condition: it is called by the recorder alone.
func look(cond string, reads []read) string {
	var vars []string
	for _, r := range reads {
		vars = append(vars, "__dl."+r.value())
	}
	return fmt.Sprintf("func() (*__dl.Cond, []__dl.Var) { return %s, []__dl.Var{%s} }", cond, strings.Join(vars, ", "))
}

// value is a variable with its address, as package conditions takes it.
func (r read) value() string {
	switch r.target.as {
	case asElemBool:
		return fmt.Sprintf("Bool(%s, bool(%s))", r.elem, r.text)
	case asElemInt:
		return fmt.Sprintf("Int(%s, int64(%s))", r.elem, r.text)
	case asBool:
		return fmt.Sprintf("Bool(&%s, bool(%s))", r.text, r.text)
	case asLen:
		return fmt.Sprintf("Int(&%s, int64(len(%s)))", r.text, r.text)
	case asNil:
		return fmt.Sprintf("Bool(&%s, %s != nil)", r.text, r.text)
	case asAtomicBool:
		return fmt.Sprintf("Bool(&%s, %s.Load())", r.text, r.text)
	case asAtomicInt:
		return fmt.Sprintf("Int(&%s, int64(%s.Load()))", r.text, r.text)
	}
	return fmt.Sprintf("Int(&%s, int64(%s))", r.text, r.text)
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
	switch n := g.stmt.(type) {
	case *ast.ForStmt:
		if n.Cond != nil || breaks(n.Body) {
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

// breaks reports whether a break leaves this loop.
func breaks(body *ast.BlockStmt) (yes bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			return false
		case *ast.BranchStmt:
			yes = yes || n.Tok == token.BREAK
		}
		return true
	})
	return yes
}

// writes makes the writes of a file visible that change what a condition reads.
func (f *finder) writes(in *file) {
	var path []ast.Node
	ast.Inspect(in.ast, func(n ast.Node) bool {
		if n == nil {
			path = path[:len(path)-1]
			return true
		}
		if s, ok := n.(ast.Stmt); ok && len(path) > 0 && isList(path[len(path)-1]) && !isComm(path[len(path)-1], s) {
			f.write1(in, s)
		}
		path = append(path, n)
		return true
	})
}

// isComm reports whether a statement is the operation of a case of a select: nothing
// can be put beside it.
func isComm(of ast.Node, s ast.Stmt) bool {
	c, ok := of.(*ast.CommClause)
	return ok && c.Comm == s
}

// write1 is one statement of a list.
func (f *finder) write1(in *file, s ast.Stmt) {
	switch s := s.(type) {
	case *ast.IncDecStmt:
		delta := int64(1)
		if s.Tok == token.DEC {
			delta = -1
		}
		if ix, ok := ast.Unparen(s.X).(*ast.IndexExpr); ok {
			f.wroteElement(in, s, ix.X, ix.Index, true, delta)
			f.wrote(in, s, ix.X, true, 0)
			return
		}
		f.wrote(in, s, s.X, true, delta)
	case *ast.AssignStmt:
		if len(s.Rhs) == 1 {
			f.wroteAtomic(in, s, s.Rhs[0])
		}
		for i, lhs := range s.Lhs {
			var rhs ast.Expr
			if len(s.Lhs) == len(s.Rhs) {
				rhs = s.Rhs[i]
			}
			grows, delta := in.growth(s.Tok, lhs, rhs)
			if ix, ok := ast.Unparen(lhs).(*ast.IndexExpr); ok { // a map grows, perhaps
				f.wroteElement(in, s, ix.X, ix.Index, grows, delta)
				lhs, grows, delta = ix.X, true, 0
			}
			f.wrote(in, s, lhs, grows, delta)
		}
	case *ast.ExprStmt:
		f.wroteAtomic(in, s, s.X)
		call, ok := s.X.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 {
			return
		}
		switch in.builtin(call) {
		case "delete":
			f.wroteElement(in, s, call.Args[0], call.Args[1], false, 0)
			f.wrote(in, s, call.Args[0], true, 0)
		case "clear":
			f.wrote(in, s, call.Args[0], false, 0)
		}
	}
}

// growth tells whether an assignment adds to what was there: then its effect
// is the same in another order. A delta of 0 is only known at run time.
func (in *file) growth(tok token.Token, lhs, rhs ast.Expr) (grows bool, delta int64) {
	info := in.pkg.TypesInfo
	switch tok {
	case token.ADD_ASSIGN, token.SUB_ASSIGN:
		if v := info.Types[rhs].Value; v != nil {
			if x, err := literal(v); err == nil {
				delta = x.Val
			}
		}
		if tok == token.SUB_ASSIGN {
			delta = -delta
		}
		return true, delta
	case token.ASSIGN:
	default:
		return false, 0
	}
	switch r := rhs.(type) {
	case *ast.CallExpr: // x = append(x, v)
		if id, ok := r.Fun.(*ast.Ident); ok && id.Name == "append" && len(r.Args) > 0 && in.same(lhs, r.Args[0]) {
			if r.Ellipsis != token.NoPos {
				return true, 0
			}
			return true, int64(len(r.Args) - 1)
		}
	case *ast.SliceExpr: // x = x[1:]
		return in.same(lhs, r.X), 0
	}
	return false, 0
}

// same reports whether two expressions name the same variable of the same object.
func (in *file) same(a, b ast.Expr) bool {
	v := in.written(a)
	return v != nil && v == in.written(b) && types.ExprString(a) == types.ExprString(b)
}

// wrote makes a write visible, when it is to a variable of a condition.
func (f *finder) wrote(in *file, s ast.Stmt, lhs ast.Expr, grows bool, delta int64) {
	v := in.written(lhs)
	if v == nil || !again(ast.Unparen(lhs)) { // of the latter memory events tell, or its conditions are given up
		return
	}
	t := f.vars[in.varKey(v)]
	if t == nil {
		return
	}
	f.markWrite(in, s, read{target: t, text: f.text(in, lhs), of: v}, grows, delta)
}

// markWrite makes a statement visible that writes a variable.
func (f *finder) markWrite(in *file, s ast.Stmt, r read, grows bool, delta int64) {
	switch r.target.as {
	case asBool, asNil, asElemBool, asAtomicBool:
		grows, delta = false, 0
	}
	id := f.site(in, s, condvar.Site{Kind: condvar.SiteWrite, Vars: []string{r.name()}, Grows: grows, Delta: delta, Atomic: r.target.as >= asAtomicBool})
	if id == 0 {
		return
	}
	f.insert(in, s.Pos(), atText(id))
	f.insert(in, s.End(), fmt.Sprintf("; __dl.Set(%d, %s)", id, look("nil", []read{r})))
}
