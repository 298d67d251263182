package missingunlock

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/deadlocklint/deadlocklint/passes/edit"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// fix defers the unlock where that changes nothing else, or else unlocks before
// the return that forgets it.
func fix(r *lockfacts.Reporter, f *lockfacts.Func, e *lockfacts.Exit, h lockfacts.HeldLock) []analysis.SuggestedFix {
	src := edit.Of(r.Pass)
	lock := src.Call(h.Site.Token())
	if len(h.Via) > 0 || lock == nil || !edit.Plain(edit.Receiver(lock)) {
		return nil
	}
	unlock := src.Text(edit.Receiver(lock)) + ".Unlock()"
	if h.Read {
		unlock = src.Text(edit.Receiver(lock)) + ".RUnlock()"
	}
	if fixes := deferred(src, h.Site.Token(), unlock); fixes != nil {
		return fixes
	}
	return beforeReturn(src, f, e, h, unlock)
}

// deferred replaces all unlocks by a deferred one. It is certain when the lock
// is taken once, in the body of the function itself, and nothing happens after
// each unlock but a return.
func deferred(src edit.Source, pos token.Pos, unlock string) []analysis.SuggestedFix {
	st, list := src.Statement(pos)
	body := src.Function(pos)
	if st == nil || !slices.Equal(list, body.List) || src.DeclaredIn(edit.Receiver(src.Call(pos)), st.End(), body.End()) {
		return nil
	}
	edits := [][]analysis.TextEdit{src.InsertAfter(st, "defer "+unlock)}
	locks, certain := 0, true
	each(body, func(call *ast.CallExpr) {
		switch src.Text(call) {
		case src.Text(src.Call(pos)):
			locks++
		case unlock:
			un, list := src.Statement(call.Lparen)
			if un == nil || !isEnd(body, list, un) {
				certain = false
				return
			}
			edits = append(edits, src.Remove(un))
		}
	})
	if locks != 1 || !certain {
		return nil
	}
	return edit.Fix("Defer the unlock", edits...)
}

// each visits the calls in a function, also in its literals.
func each(body *ast.BlockStmt, visit func(*ast.CallExpr)) {
	ast.Inspect(body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			visit(call)
		}
		return true
	})
}

// isEnd reports whether nothing but a return comes after a statement.
func isEnd(body *ast.BlockStmt, list []ast.Stmt, st ast.Stmt) bool {
	if slices.Equal(list, body.List) && list[len(list)-1] == st {
		return true
	}
	ret, ok := edit.Next(list, st).(*ast.ReturnStmt)
	return ok && !calls(ret)
}

func calls(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		}
		return !found
	})
	return found
}

// beforeReturn unlocks before the return statement, when each path that comes
// there holds the lock, and the results do not need it.
func beforeReturn(src edit.Source, f *lockfacts.Func, e *lockfacts.Exit, h lockfacts.HeldLock, unlock string) []analysis.SuggestedFix {
	for i := range f.Exits {
		if o := &f.Exits[i]; o.Pos == e.Pos && !holds(o, h.Lock.String()) {
			return nil
		}
	}
	for _, n := range src.Enclosing(e.Pos) {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok {
			continue
		}
		if ret.Return != e.Pos || !plain(src, ret) || src.DeclaredIn(edit.Receiver(src.Call(h.Site.Token())), h.Site.Token(), e.Pos) {
			return nil
		}
		return edit.Fix("Unlock before the return", src.InsertBefore(ret, unlock))
	}
	return nil
}

// plain reports whether the results are names and literals only, and no names
// of variables that the lock may guard.
func plain(src edit.Source, ret *ast.ReturnStmt) bool {
	return !slices.ContainsFunc(ret.Results, func(e ast.Expr) bool {
		switch e := ast.Unparen(e).(type) {
		case *ast.Ident:
			return src.IsState(e)
		case *ast.BasicLit:
			return false
		}
		return true
	})
}
