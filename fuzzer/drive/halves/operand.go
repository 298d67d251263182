package halves

import (
	"bytes"
	"go/ast"
	"go/printer"
	"go/token"
	"go/types"
	"strings"
)

// An operand is the receiver or an argument of a call.
type operand struct {
	text   string     // the variable or other expression, without & before it
	typ    types.Type // of it, without the pointer
	ptr    bool       // it is a pointer
	recv   bool       // it stands before the method
	wants  bool       // a pointer is wanted here
	object bool
	hoist  bool // it makes an object
}

// operands are those of the call of a site.
func (n *naming) operands(s *site) (list []*operand) {
	if sel, ok := ast.Unparen(s.call.Fun).(*ast.SelectorExpr); ok && s.pkg.Info.Selections[sel] != nil && s.pkg.Info.Selections[sel].Kind() == types.MethodVal {
		o := n.operand(s, sel.X)
		o.recv = true
		list = append(list, o)
	}
	for _, a := range s.call.Args {
		list = append(list, n.operand(s, a))
	}
	return list
}

func (n *naming) operand(s *site, e ast.Expr) *operand {
	e = ast.Unparen(e)
	o := &operand{}
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
		if _, literal := ast.Unparen(u.X).(*ast.CompositeLit); !literal {
			e, o.wants = u.X, true
		}
	}
	o.typ, o.text = s.pkg.Info.TypeOf(e), n.expr(s, e)
	o.object = isObject(o.typ)
	if p, ok := types.Unalias(o.typ).Underlying().(*types.Pointer); ok {
		o.ptr, o.wants, o.typ = true, true, p.Elem()
	}
	o.hoist = o.object && makes(e)
	return o
}

// makes reports whether an expression has a call or a composite literal, which may be another object each time.
func makes(e ast.Expr) (is bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.CallExpr, *ast.CompositeLit:
			is = true
		}
		return !is
	})
	return is
}

// as is an operand in the place of another one.
func (o *operand) as(place *operand) string {
	switch {
	case place.recv:
		return o.text
	case place.wants && !o.ptr:
		return "&" + o.text
	case !place.wants && o.ptr:
		return "*" + o.text
	}
	return o.text
}

// callText is the call of a site with operands in the places of its own ones.
func (n *naming) callText(s *site, own, list []*operand) string {
	fun := n.expr(s, s.call.Fun)
	args := list
	if len(own) > 0 && own[0].recv {
		sel := ast.Unparen(s.call.Fun).(*ast.SelectorExpr)
		fun, args = list[0].as(own[0])+"."+sel.Sel.Name, list[1:]
	}
	var texts []string
	for i, a := range args {
		texts = append(texts, a.as(own[len(own)-len(args)+i]))
	}
	dots := ""
	if s.call.Ellipsis.IsValid() {
		dots = "..."
	}
	return fun + "(" + strings.Join(texts, ", ") + dots + ")"
}

// ways are lists of operands for the second call: its own ones, those of the first call, and both in the reverse order. Operands that
// are objects and others vary apart. The reverse order of objects comes first.
func ways(first, second []*operand) (list [][]*operand) {
	for _, objects := range []order{reversed, same, own} {
		for _, others := range []order{own, same, reversed} {
			w := make([]*operand, len(second))
			for i, o := range second {
				w[i] = o
				by := others
				if o.object {
					by = objects
				}
				w[i] = by.of(i, second, first)
			}
			list = append(list, w)
		}
	}
	return list
}

// An order is how operands are taken from a call.
type order int

const (
	own order = iota
	same
	reversed
)

// of is the operand for the i-th place: those of the same type in the first call come before the others.
func (by order) of(i int, places, first []*operand) *operand {
	if by == own {
		return places[i]
	}
	alike := func(list []*operand, o *operand) (some []*operand) {
		for _, p := range list {
			if types.Identical(p.typ, o.typ) && p.object == o.object {
				some = append(some, p)
			}
		}
		return some
	}
	at := 0
	for k, p := range alike(places, places[i]) {
		if p == places[i] {
			at = k
		}
	}
	others := alike(places, places[i])
	n := len(others)
	pool := append(alike(first, places[i]), others...)[:n]
	if by == reversed {
		at = n - 1 - at
	}
	return pool[at]
}

// expr is an expression of a site as text.
func (n *naming) expr(s *site, e ast.Expr) string {
	copy, c := copyOf(&ast.ParenExpr{X: e})
	n.apply(s, c)
	return printed(s, copy.X)
}

func printed(s *site, node any) string {
	var b bytes.Buffer
	_ = printer.Fprint(&b, s.pkg.Fset, node) // into memory
	return b.String()
}
