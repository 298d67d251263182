package drive

import (
	"go/ast"
	"go/parser"
	"go/types"
	"slices"
)

// This file takes a prefix out of a driver, so that another one can begin with it.

// A Parent is a driver of which a call has reached something rare.
type Parent struct {
	Driver *Driver
	Step   int // the number of the call
}

// Ways to make a prefix of a parent. It has the first calls, the call itself, and these others.
const (
	wayAlone  = iota
	wayPar    // calls of goroutines, one after the other
	wayProbes // and further calls before it
	ways
)

// prefix are the calls of a parent that one goroutine makes, up to the call that has reached something.
func (p Parent) prefix(way int) (list []Call) {
	d, n := p.Driver, p.Step
	if n < len(d.Seq) {
		return slices.Clone(d.Seq[:n+1])
	}
	list = slices.Clone(d.Seq)
	n -= len(d.Seq)
	for _, calls := range d.Par {
		if n >= 0 && n < len(calls) {
			return append(list, calls[:n+1]...)
		}
		if n -= len(calls); way >= wayPar {
			list = append(list, calls...)
		}
	}
	if n -= len(d.Drains); n < 0 {
		return list
	}
	calls := slices.Concat(d.Probes, d.Closes)
	if n >= len(calls) {
		return list
	}
	for _, c := range calls[max(0, n-mostBefore):n] {
		if way >= wayProbes && !c.Closes {
			list = append(list, c)
		}
	}
	return append(list, calls[n])
}

// mostBefore is how many further calls before it are made again.
const mostBefore = 8

// take adds the calls to a driver that is made. Variables get the names that are next. Those in as are variables of the new driver already, and
// the calls that set them are left out. So are calls with a variable that nobody has set.
func (g *generator) take(calls []Call, vars []Var, as map[string]string) (seq []Call) {
	for _, c := range calls {
		if slices.ContainsFunc(c.Uses, func(v string) bool { return as[v] == "" }) {
			continue
		}
		if slices.ContainsFunc(c.Sets, func(v string) bool { return as[v] != "" }) {
			continue
		}
		for _, v := range c.Sets {
			if i := slices.IndexFunc(vars, func(w Var) bool { return w.Name == v }); i >= 0 {
				as[v] = g.newVar(vars[i].Type)
			}
		}
		seq = append(seq, c.renamed(as))
		if c.Name == lastingName {
			last := seq[len(seq)-1]
			g.lasting, g.ends = last.Sets[0], last.Sets[1]
		}
	}
	return seq
}

// renamed is a call whose variables have other names.
func (c Call) renamed(as map[string]string) Call {
	name := func(v string) string {
		if as[v] != "" {
			return as[v]
		}
		return v
	}
	each := func(list []string) (names []string) {
		for _, v := range list {
			names = append(names, name(v))
		}
		return names
	}
	c.Recv, c.Sets, c.Uses, c.Nilable = name(c.Recv), each(c.Sets), each(c.Uses), each(c.Nilable)
	c.Expr = edited(c.Expr, func(n ast.Node) (text string, changes bool) {
		if id, ok := n.(*ast.Ident); ok {
			return as[id.Name], as[id.Name] != ""
		}
		return "", false
	})
	return c
}

// edited is an expression with other texts for some nodes. A node that edit changes is not looked into.
func edited(expr string, edit func(ast.Node) (text string, changes bool)) string {
	e, err := parser.ParseExpr(expr)
	if err != nil {
		return expr // the file will not compile, and says where
	}
	type change struct {
		cut
		text string
	}
	var changes []change
	selected := map[ast.Node]bool{} // of another package, or of an object
	ast.Inspect(e, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			selected[sel.Sel] = true
		}
		if n == nil || selected[n] {
			return n != nil
		}
		text, isChanged := edit(n)
		if isChanged {
			changes = append(changes, change{cut{int(n.Pos()) - 1, int(n.End()) - 1}, text})
		}
		return !isChanged
	})
	for _, c := range slices.Backward(changes) { // the last ones first, so that the others stay where they are
		expr = expr[:c.from] + c.text + expr[c.to:]
	}
	return expr
}

// sameType is a variable of a driver for each variable of another one, where both have one type that is of the module.
func (g *generator) sameType(vars []Var) map[string]string {
	as := map[string]string{}
	for _, w := range g.env {
		if g.object(w.Type) == nil {
			continue
		}
		if i := slices.IndexFunc(vars, func(v Var) bool { return as[v.Name] == "" && types.Identical(v.Type, w.Type) }); i >= 0 {
			as[vars[i].Name] = w.Name
		}
	}
	return as
}
