package drive

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand"
	"slices"
	"strings"
)

// This file makes calls by which a lock may be given back that a finished call holds. The call that gives it back may need the very argument of
// that call, and a driver has few values.

// Numbers of these calls.
const (
	mostAlike   = 24  // of one function
	mostRescues = 200 // of a driver
)

// Rescue adds the calls to a driver: each method of its objects and each function, with all values of the driver and some small ones.
func (a *API) Rescue(d *Driver) {
	g := &generator{API: a, r: rand.New(rand.NewSource(1)), env: d.Vars, noVars: true}
	g.strs, g.ints = d.literals()
	targets := append(g.targets(), g.further()...)
	plainFirst(targets)
	for _, t := range targets {
		if t.sig.Params().Len() == 0 && d.ends(t) {
			continue
		}
		expr := t.callee()
		for _, args := range g.arguments(t.sig) {
			if len(d.Rescues) == mostRescues {
				return
			}
			c := Call{Name: t.key(), Recv: t.of.Name, Expr: expr + "(" + args + ")", Aside: g.isAside(t.function)}
			g.finish(&c)
			d.Rescues = append(d.Rescues, c)
		}
	}
}

// ends reports whether a call of a function is among those for the end.
func (d *Driver) ends(t target) bool {
	return slices.ContainsFunc(slices.Concat(d.Probes, d.Closes), func(c Call) bool { return c.Name == t.key() && c.Recv == t.of.Name })
}

// plainFirst puts functions without parameters first. A lock is often given back by such a function.
func plainFirst(list []target) {
	rank := func(t target) int { return min(t.sig.Params().Len(), 1) }
	slices.SortStableFunc(list, func(a, b target) int { return rank(a) - rank(b) })
}

// literals are the strings and integers in the calls of a driver, and small ones.
func (d *Driver) literals() (strs, ints []string) {
	strs, ints = []string{`"a"`, `"b"`}, []string{"0", "1", "2", "3"}
	for _, c := range d.calls() {
		e, err := parser.ParseExpr(c.Expr)
		if err != nil {
			continue
		}
		ast.Inspect(e, func(n ast.Node) bool {
			switch l, ok := n.(*ast.BasicLit); {
			case ok && l.Kind == token.STRING && !slices.Contains(strs, l.Value):
				strs = append(strs, l.Value)
			case ok && l.Kind == token.INT && !slices.Contains(ints, l.Value):
				ints = append(ints, l.Value)
			}
			return true
		})
	}
	return strs, ints
}

// arguments are lists of arguments of a function, each as text. There is none where no value is known for a parameter.
func (g *generator) arguments(sig *types.Signature) (list []string) {
	list = []string{""}
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		var values []string
		if s, ok := t.(*types.Slice); ok && sig.Variadic() && i == sig.Params().Len()-1 {
			t = s.Elem()
			values = []string{""}
		}
		values = append(g.small(t), values...)
		var longer []string
		for _, head := range list {
			for _, v := range values {
				longer = append(longer, strings.TrimSuffix(strings.TrimPrefix(head+", "+v, ", "), ", "))
			}
		}
		list = longer[:min(len(longer), mostAlike)]
	}
	return list
}

// small are values of a type: those of the driver and small ones, its variables, or a made value.
func (g *generator) small(t types.Type) (list []string) {
	for _, v := range g.env {
		if types.Identical(v.Type, t) {
			list = append(list, v.Name)
		}
	}
	b, ok := t.Underlying().(*types.Basic)
	var texts []string
	switch {
	case !ok:
	case b.Info()&types.IsBoolean != 0:
		texts = []string{"true", "false"}
	case b.Info()&types.IsString != 0:
		texts = g.strs
	case b.Info()&types.IsInteger != 0:
		texts = g.ints
	}
	for _, text := range texts {
		if !types.Identical(t, b) {
			text = g.text(t) + "(" + text + ")"
		} else if b.Kind() != types.String && b.Kind() != types.Int && b.Kind() != types.Bool {
			text = b.Name() + "(" + text + ")"
		}
		list = append(list, text)
	}
	if len(list) == 0 && g.writable(t) {
		if e, ok := g.value(t, 1); ok {
			list = append(list, e)
		}
	}
	return list
}
