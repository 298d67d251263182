package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// locals are the variables that only one call of a function has. A condition that
// reads one reads a copy: the original, and the time of the copy, decide in another order. So it is
// known only for a variable that is defined once, beside the condition, and for a variable that gets
// nothing but constants, before the condition or in each round.
type locals struct {
	in     *file
	body   *ast.BlockStmt
	region ast.Stmt // the loop or if with the condition
	values map[*types.Var]*local
}

type local struct {
	value    ast.Expr // of its definition
	writes   int
	inside   bool // one is in the region
	constant bool // all values are
	shared   bool // a function inside has it, too
}

// localsOf finds the local variables of a function.
func (in *file) localsOf(body *ast.BlockStmt, region ast.Stmt) *locals {
	l := &locals{in: in, body: body, region: region, values: map[*types.Var]*local{}}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			l.share(n)
			return false
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				var rhs ast.Expr
				if (n.Tok == token.DEFINE || n.Tok == token.ASSIGN) && len(n.Lhs) == len(n.Rhs) {
					rhs = n.Rhs[i]
				}
				l.write(lhs, rhs)
			}
		case *ast.IncDecStmt:
			l.write(n.X, nil)
		case *ast.ValueSpec:
			for i, id := range n.Names {
				if len(n.Values) == len(n.Names) {
					l.write(id, n.Values[i])
				} else if len(n.Values) > 0 {
					l.write(id, nil)
				}
			}
		case *ast.RangeStmt:
			l.write(n.Key, nil)
			l.write(n.Value, nil)
		}
		return true
	})
	return l
}

// variable is the local variable that an identifier names, or nil.
func (l *locals) variable(e ast.Expr) *types.Var {
	if e == nil {
		return nil
	}
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := l.in.pkg.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok || v.Pos() < l.body.Pos() || v.Pos() >= l.body.End() {
		return nil
	}
	return v
}

func (l *locals) at(v *types.Var) *local {
	if l.values[v] == nil {
		l.values[v] = &local{constant: true}
	}
	return l.values[v]
}

// write notes one, whose value is nil when it is no expression.
func (l *locals) write(lhs, value ast.Expr) {
	v := l.variable(lhs)
	if v == nil {
		return
	}
	to := l.at(v)
	to.writes++
	to.value = value
	constant := value != nil && l.in.pkg.TypesInfo.Types[value].Value != nil
	to.constant = to.constant && constant
	to.inside = to.inside || l.repeats(lhs.Pos()) && !(constant && l.eachRound(lhs.Pos()))
}

// repeats reports whether a place is executed anew with the condition: the first
// statement of a for is not.
func (l *locals) repeats(at token.Pos) bool {
	if n, ok := l.region.(*ast.ForStmt); ok && n.Init != nil && at < n.Init.End() {
		return false
	}
	return at >= l.region.Pos() && at < l.region.End()
}

// eachRound reports whether a place is in a statement of the loop itself, which each
// round executes.
func (l *locals) eachRound(at token.Pos) bool {
	loop, ok := l.region.(*ast.ForStmt)
	return ok && slices.ContainsFunc(loop.Body.List, func(s ast.Stmt) bool {
		_, assigns := s.(*ast.AssignStmt)
		return assigns && s.Pos() <= at && at < s.End()
	})
}

// share notes the variables that a function inside reads or writes.
func (l *locals) share(fn *ast.FuncLit) {
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v := l.variable(id); v != nil && (v.Pos() < fn.Pos() || v.Pos() >= fn.End()) {
				l.at(v).shared = true
			}
		}
		return true
	})
}

// of returns what an identifier stands for, nil for itself, and an error when that
// is not known.
func (l *locals) of(id *ast.Ident) (ast.Expr, error) {
	if l == nil {
		return nil, nil
	}
	v := l.variable(id)
	if v == nil || l.values[v] == nil {
		return nil, nil
	}
	switch is := l.values[v]; {
	case is.shared, is.constant && !is.inside:
		return nil, nil
	case is.writes == 1 && is.inside && is.value != nil:
		return is.value, nil
	}
	return nil, fmt.Errorf("reads %s, a copy of something that was read before", v.Name())
}
