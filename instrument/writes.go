package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/deadlocklint/deadlocklint/condvar"
)

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

// growth tells whether an assignment adds to the old value: then its effect
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
	if delta == 0 && !defines(s) { // the added number or the value before it is not known
		f.insert(in, s.Pos(), fmt.Sprintf("__dl.Was(%d, %s); ", id, look("nil", []read{r})))
	}
	f.insert(in, s.End(), fmt.Sprintf("; __dl.Set(%d, %s)", id, look("nil", []read{r})))
}

// defines reports whether a statement declares what it writes.
func defines(s ast.Stmt) bool {
	a, ok := s.(*ast.AssignStmt)
	return ok && a.Tok == token.DEFINE
}

// wroteElement makes a write to an element of a map visible.
func (f *finder) wroteElement(in *file, s ast.Stmt, of, index ast.Expr, grows bool, delta int64) {
	m, ok := in.pkg.TypesInfo.TypeOf(of).Underlying().(*types.Map)
	v := in.written(of)
	if !ok || v == nil {
		return
	}
	t := f.vars[elements(in.varKey(v))]
	if t == nil {
		return
	}
	of, key := ast.Unparen(of), f.text(in, index)
	elem, err := elementText(m, f.text(in, of), key)
	if err != nil {
		return
	}
	f.markWrite(in, s, read{target: t, text: f.text(in, of) + "[" + key + "]", of: v, elem: elem}, grows, delta)
}

// wroteAtomic makes a statement visible that is, or takes the result of, a call
// that writes an atomic variable of a condition. Elsewhere memory events tell of
// such a call, but for the race detector: there only that the variable changed is
// seen, and its conditions are taken as they happened.
func (f *finder) wroteAtomic(in *file, s ast.Stmt, e ast.Expr) {
	on, method, _ := in.atomicCall(e, in.pkg.TypesInfo)
	if on == nil {
		return
	}
	switch method {
	case "Store", "Swap", "CompareAndSwap", "And", "Or":
		f.wrote(in, s, on, false, 0)
	case "Add":
		delta := int64(0)
		if v := in.pkg.TypesInfo.Types[ast.Unparen(e).(*ast.CallExpr).Args[0]].Value; v != nil {
			if x, err := literal(v); err == nil {
				delta = x.Val
			}
		}
		f.wrote(in, s, on, true, delta)
	}
}
