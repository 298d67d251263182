package spinlock

import (
	"go/ast"
	"regexp"
)

// A kind is the effect of an atomic operation.
type kind int

const (
	load kind = iota
	store
	add
	swap
	exchange // CompareAndSwap
)

// An operation is a call that by its name is one of package sync/atomic.
type operation struct {
	kind kind
	on   ast.Expr // the variable
	name string   // its last name
	args []ast.Expr
}

var method = regexp.MustCompile(`^(Load|Store|Add|Swap|CompareAndSwap|Or|And)(Int32|Int64|Uint32|Uint64|Uintptr|Pointer)?$`)

var kinds = map[string]kind{"Load": load, "Store": store, "Add": add, "Or": add, "And": add, "Swap": swap, "CompareAndSwap": exchange}

// arguments is how many an operation has beside the variable.
var arguments = map[kind]int{load: 0, store: 1, add: 1, swap: 1, exchange: 2}

// operationOf is the operation that a call is, or nil: a function of package
// atomic has the variable's address first, a method is the variable's.
func operationOf(n ast.Node) *operation {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return nil
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	m := method.FindStringSubmatch(sel.Sel.Name)
	if m == nil {
		return nil
	}
	op := &operation{kind: kinds[m[1]], on: sel.X, args: call.Args}
	if m[2] != "" { // a function
		if len(call.Args) == 0 {
			return nil
		}
		op.on, op.args = call.Args[0], call.Args[1:]
	}
	if len(op.args) != arguments[op.kind] {
		return nil
	}
	op.name = lastName(op.on)
	if op.name == "" {
		return nil
	}
	return op
}

// lastName is the name of the variable or field that an expression is, through
// &, *, conversions of pointers and elements.
func lastName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.ParenExpr:
		return lastName(e.X)
	case *ast.StarExpr:
		return lastName(e.X)
	case *ast.UnaryExpr:
		return lastName(e.X)
	case *ast.IndexExpr:
		return lastName(e.X)
	case *ast.CallExpr:
		if len(e.Args) == 1 {
			return lastName(e.Args[0])
		}
	}
	return ""
}

// base is the variable at the beginning of an expression of fields, or "".
func base(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return base(e.X)
	case *ast.ParenExpr:
		return base(e.X)
	case *ast.StarExpr:
		return base(e.X)
	case *ast.UnaryExpr:
		return base(e.X)
	}
	return ""
}
