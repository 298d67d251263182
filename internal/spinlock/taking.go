package spinlock

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// A function has the facts about a function while its loops are searched.
type function struct {
	*pkg
	decl     *ast.FuncDecl
	loop     *ast.ForStmt
	labels   map[*ast.ForStmt]string
	assigned map[string]ast.Expr // the value of a local variable, the last in the text
	tickets  map[string]bool     // variables that hold what Add has drawn
	nodes    map[string]bool     // variables that Swap has put in place or found
}

func newFunction(p *pkg, decl *ast.FuncDecl) *function {
	f := &function{pkg: p, decl: decl, labels: labelled(decl), assigned: map[string]ast.Expr{}, tickets: map[string]bool{}, nodes: map[string]bool{}}
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if op := operationOf(n); op != nil && op.kind == swap && base(op.args[0]) != "" && !p.constant(op.args[0]) {
			f.nodes[base(op.args[0])] = true
		}
		if a, ok := n.(*ast.AssignStmt); ok && len(a.Lhs) == len(a.Rhs) {
			for i := range a.Lhs {
				f.assign(a.Lhs[i], a.Rhs[i])
			}
		}
		return true
	})
	return f
}

func (f *function) assign(to, value ast.Expr) {
	id, ok := to.(*ast.Ident)
	if !ok {
		return
	}
	f.assigned[id.Name] = value
	ast.Inspect(value, func(n ast.Node) bool {
		if op := operationOf(n); op != nil {
			f.tickets[id.Name] = f.tickets[id.Name] || op.kind == add
			f.nodes[id.Name] = f.nodes[id.Name] || op.kind == swap
		}
		return true
	})
}

// taking reports whether something is taken when the condition has the value.
func (f *function) taking(cond ast.Expr, value bool) bool {
	switch e := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		return e.Op == token.NOT && f.taking(e.X, !value)
	case *ast.BinaryExpr:
		switch {
		case e.Op == token.LAND && value, e.Op == token.LOR && !value:
			return f.taking(e.X, value) || f.taking(e.Y, value)
		case e.Op == token.EQL || e.Op == token.NEQ:
			return f.equal(e.X, e.Y, value == (e.Op == token.EQL)) || f.equal(e.Y, e.X, value == (e.Op == token.EQL))
		}
		return false
	case *ast.Ident:
		v, ok := f.assigned[e.Name]
		return ok && f.takingCall(v, value)
	default:
		return f.takingCall(e, value)
	}
}

// takingCall is taking for an operation that is a condition itself.
func (f *function) takingCall(e ast.Expr, value bool) bool {
	op := operationOf(ast.Unparen(e))
	switch {
	case op == nil:
		return false
	case op.kind == exchange:
		return value && f.writtenElsewhere(op.name, f.decl) && f.free(op)
	case op.kind == swap: // of true, that found false; or the other way round
		return f.constant(op.args[0]) && value != (text(op.args[0]) == "true") && f.writtenElsewhere(op.name, f.decl)
	case op.kind == load:
		return f.nodes[base(op.on)] && f.writtenElsewhere(op.name, f.decl)
	}
	return false
}

// equal reports whether something is taken when an operation's result is the
// same as other, or when it is not.
func (f *function) equal(e, other ast.Expr, same bool) bool {
	if id, ok := e.(*ast.Ident); ok && f.assigned[id.Name] != nil {
		e = f.assigned[id.Name]
	}
	op := operationOf(ast.Unparen(e))
	if op == nil || !f.writtenElsewhere(op.name, f.decl) {
		return false
	}
	switch op.kind {
	case swap:
		return f.constant(op.args[0]) && f.constant(other) && same != (text(op.args[0]) == text(other))
	case load:
		return f.nodes[base(op.on)] && f.constant(other) || same && f.tickets[base(other)] && base(other) != ""
	}
	return false
}

// free reports whether a CompareAndSwap has to wait until a goroutine gives back:
// it wants one certain value, or a value that was compared before.
func (f *function) free(op *operation) bool {
	if f.constant(op.args[0]) {
		return text(op.args[0]) != text(op.args[1])
	}
	old, ok := op.args[0].(*ast.Ident)
	return ok && derived(op.args[1], old.Name) && f.compared(old.Name)
}

// derived reports whether a value is a sum, a difference or a mask of another.
func derived(e ast.Expr, old string) bool {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok {
		return false
	}
	return slices.Contains([]token.Token{token.ADD, token.SUB, token.OR, token.AND_NOT, token.AND}, b.Op) && (base(b.X) == old || base(b.Y) == old)
}

// compared reports whether the loop compares the variable, or a mask of it, with
// something.
func (f *function) compared(name string) bool {
	found := false
	ast.Inspect(f.loop, func(n ast.Node) bool {
		if b, ok := n.(*ast.BinaryExpr); ok && isComparison(b) {
			found = found || uses(b.X, name) || uses(b.Y, name)
		}
		return !found
	})
	return found
}

func uses(e ast.Expr, name string) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == name
		return !found
	})
	return found
}

func (p *pkg) constant(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.BasicLit:
		return true
	case *ast.Ident:
		return p.constants[e.Name]
	case *ast.SelectorExpr:
		return false
	case *ast.UnaryExpr:
		return p.constant(e.X)
	case *ast.CallExpr: // a conversion
		id, ok := e.Fun.(*ast.Ident)
		return ok && len(e.Args) == 1 && types.Universe.Lookup(id.Name) != nil && p.constant(e.Args[0])
	}
	return false
}

func text(e ast.Expr) string { return types.ExprString(ast.Unparen(e)) }
