package drive

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"math/rand"
	"slices"
	"strconv"
)

// This file makes drivers of other drivers. Fuzzing keeps inputs that reach new branches and changes them a little. Here that is a prefix of calls.

// A Generation says which children are made.
type Generation struct {
	Seed   int64
	Number int // of the generation, from 1: each has children of its own
	Most   int // children
}

// Children makes drivers of parents, of the first ones more than of the last ones. Equal parents and generations give equal drivers.
func (a *API) Children(parents []Parent, of Generation) (list []*Driver) {
	if len(parents) == 0 {
		return nil
	}
	all := a.all()
	for i := range of.Most {
		g := &generator{API: a, r: rand.New(rand.NewSource(of.Seed<<32 + int64(of.Number)<<20 + int64(i)))}
		if d := g.child(parents, all); d != nil {
			d.Name = fmt.Sprintf("Child%d_%03d", of.Number, i)
			list = append(list, d)
		}
	}
	return list
}

// Chances of a child.
const (
	joins   = 0.2 // it begins with the prefixes of two parents
	changes = 0.3 // a value of a call is changed
	repeats = 0.6 // calls come again, of which some have another value
	meets   = 0.5 // two goroutines follow
)

// Limits of a child.
const (
	mostAgain = 4 // calls that come again
	mostFresh = 3 // calls by chance that follow
)

// child is a driver that begins as one of the parents. nil is a driver that would call nothing.
func (g *generator) child(parents []Parent, all []function) *Driver {
	p := parents[g.r.Intn(1+g.r.Intn(len(parents)))]
	g.widen(p.Driver)
	d := &Driver{Seq: g.take(p.prefix(g.r.Intn(ways)), p.Driver.Vars, map[string]string{})}
	if g.chance(joins) {
		q := parents[g.r.Intn(len(parents))]
		d.Seq = append(d.Seq, g.take(q.prefix(wayAlone), q.Driver.Vars, g.sameType(q.Driver.Vars))...)
	}
	if t := g.contextType(); t != nil && g.lasting == "" {
		d.Seq = append(d.Seq, g.lasts(t))
	}
	if len(d.Seq) > 0 && g.chance(changes) {
		k := g.r.Intn(len(d.Seq))
		d.Seq[k] = g.changed(d.Seq[k])
	}
	if g.chance(repeats) {
		d.Seq = g.again(d.Seq)
	}
	if g.chance(meets) {
		return g.meet(d, all)
	}
	d.Seq = g.more(d.Seq, 1+g.r.Intn(mostFresh))
	return g.end(d)
}

// widen makes a palette of that of a parent, and a few values more.
func (g *generator) widen(d *Driver) {
	g.strs, g.ints = slices.Clone(d.strs), slices.Clone(d.ints)
	strs, ints := g.pools()
	for range 2 {
		g.strs = append(g.strs, g.pick(strs...))
		g.ints = append(g.ints, g.pick(ints...))
	}
}

// pools are all strings and integers that may matter.
func (a *API) pools() (strs, ints []string) {
	return slices.Concat([]string{`"a"`, `"b"`}, a.literals.strings, a.literals.long, a.learned.strings), slices.Concat([]string{"1", "2", "3"}, a.literals.ints, a.learned.ints)
}

// again adds calls of a prefix to it, most often the last one. Each may have another value.
func (g *generator) again(seq []Call) []Call {
	var list []Call
	for _, c := range seq {
		if c.Recv != "" && !c.Closes {
			list = append(list, c)
		}
	}
	if len(list) == 0 {
		return seq
	}
	for range 1 + g.r.Intn(mostAgain) {
		c := list[len(list)-1]
		if g.chance(0.3) {
			c = list[g.r.Intn(len(list))]
		}
		if g.chance(0.5) {
			c = g.changed(c)
		}
		c.Sets = nil
		seq = append(seq, c)
	}
	return seq
}

// meet adds two goroutines, which begin with a pair of functions.
func (g *generator) meet(d *Driver, all []function) *Driver {
	d.Par = make([][]Call, 2)
	for k := range d.Par {
		c, ok := Call{}, false
		if len(all) > 0 {
			c, ok = g.on(all[g.r.Intn(len(all))], &d.Seq)
		}
		if !ok {
			c, ok = g.some()
		}
		if !ok {
			return nil
		}
		d.Par[k] = g.more([]Call{c}, g.r.Intn(2))
	}
	return g.end(d)
}

// changed is a call of which one value is another one. A call without a value stays.
func (g *generator) changed(c Call) Call {
	n, chosen := 0, -1
	edit := func(node ast.Node) (text string, changes bool) {
		if isFixed(node) {
			return c.Expr[node.Pos()-1 : node.End()-1], true
		}
		others := g.others(node)
		if len(others) == 0 {
			return "", false
		}
		if n++; n-1 != chosen {
			return "", false
		}
		return g.pick(others...), true
	}
	if edited(c.Expr, edit); n == 0 {
		return c
	}
	chosen, n = g.r.Intn(n), 0
	c.Expr = edited(c.Expr, edit)
	return c
}

// isFixed reports whether values in a node are no values of the call: the length of an array, or a part of a callback.
func isFixed(node ast.Node) bool {
	switch node.(type) {
	case *ast.ArrayType, *ast.FuncLit:
		return true
	}
	return false
}

// others are values that may stand for one: literals for a literal, constants of its type for a constant.
func (g *generator) others(node ast.Node) []string {
	strs, ints := g.pools()
	switch n := node.(type) {
	case *ast.BasicLit:
		switch n.Kind {
		case token.STRING:
			return without(strs, n.Value)
		case token.INT:
			if _, err := strconv.ParseInt(n.Value, 10, 8); err == nil { // as each type of integers has
				return without(ints, n.Value)
			}
		}
	case *ast.Ident:
		switch n.Name {
		case "true":
			return []string{"false"}
		case "false":
			return []string{"true"}
		}
	case *ast.SelectorExpr:
		if id, ok := n.X.(*ast.Ident); ok {
			if c, ok := g.lookup(id.Name+".", n.Sel.Name).(*types.Const); ok {
				return without(g.constants(c.Type()), id.Name+"."+n.Sel.Name)
			}
		}
	}
	return nil
}

func without(list []string, s string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(t string) bool { return t == s })
}
