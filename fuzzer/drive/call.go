package drive

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// This file makes calls.

// args are arguments for a function.
func (g *generator) args(f *function, depth int) (e string, ok bool) {
	list, ok := g.argList(f, depth)
	return strings.Join(list, ", "), ok
}

// argList has an argument for each parameter. The last one of a variadic function is missing, or a list.
func (g *generator) argList(f *function, depth int) (list []string, ok bool) {
	params := f.sig.Params()
	for i := range params.Len() {
		t := params.At(i).Type()
		if s, ok := t.(*types.Slice); ok && f.sig.Variadic() && i == params.Len()-1 {
			if more := g.list(s.Elem(), g.r.Intn(3), depth); more != "" {
				list = append(list, more)
			}
			break
		}
		e, ok := g.value(t, depth+1)
		switch {
		case ok:
		case isNilable(t) && g.own(t) == nil && g.chance(0.5):
			e = "nil"
		default:
			if f.pkg == "" {
				g.lacks[f.key()] = types.TypeString(t, types.RelativeTo(g.pkg))
			}
			return nil, false
		}
		list = append(list, e)
	}
	return list, true
}

// A target is a function, or a method of a variable.
type target struct {
	function
	of Var // its name is "" for a function
}

// callee is the function as source text: a variable with one is its own name.
func (t target) callee() string {
	switch {
	case t.of.Name == "":
		return t.expr
	case t.recv == nil:
		return t.of.Name
	}
	return t.of.Name + "." + t.name
}

// make writes a call. The variables of results that are of use are new when it keeps them.
func (g *generator) make(t target, keeps bool) (c Call, ok bool) {
	strs, ints, lasting := g.strs, g.ints, g.lasting
	defer func() { g.strs, g.ints, g.lasting, g.noVars = strs, ints, lasting, false }()
	g.zero, g.panic = false, false
	if t.of.Name == "" && g.API.makes(t.sig) {
		g.ints, g.lasting = atLeastOne(ints), ""
		g.noVars = g.env == nil
	}
	args, ok := g.args(&t.function, 0)
	if !ok {
		return Call{}, false
	}
	return g.call(t, args, keeps), true
}

// call writes a call with these arguments.
func (g *generator) call(t target, args string, keeps bool) Call {
	c := Call{
		Name: t.key(), Recv: t.of.Name, Expr: t.callee() + "(" + args + ")",
		Closes: closing.MatchString(t.name), Zero: g.zero, Panics: g.panic, Aside: g.isAside(t.function),
	}
	g.assign(&c, t.sig.Results(), keeps)
	c.Results = g.resultsOf(&t.function)
	if (t.of.Name == "" || t.recv != nil) && !g.isAside(t.function) {
		g.made[t.key()] = true
	}
	g.finish(&c)
	return c
}

// assign gives results that are of use to new variables.
func (g *generator) assign(c *Call, results *types.Tuple, keeps bool) {
	kept := false
	for v := range results.Variables() {
		name := "_"
		if keeps && g.writable(v.Type()) && g.useful(v.Type()) {
			kept, name = true, g.newVar(v.Type())
		}
		c.Sets = append(c.Sets, name)
	}
	if !kept {
		c.Sets = nil
	}
}

// resultsOf says what the results of a function are for. The results of a function of the package are no locks of its caller.
func (a *API) resultsOf(f *function) (list []Result) {
	for v := range f.sig.Results().Variables() {
		list = append(list, Result{f.recv != nil && a.givesBack(v.Type()), leads(v.Type())})
	}
	return list
}

func (g *generator) newVar(t types.Type) string {
	name := fmt.Sprintf("x%d", len(g.env)+1)
	v := Var{Name: name, Type: t, text: g.text(t)}
	v.imports = g.refsOf("\nvar " + name + " " + v.text + "\n").imports
	g.env = append(g.env, v)
	return name
}

// finish notes what the expression of a call needs.
func (g *generator) finish(c *Call) {
	r := g.refsOf("\nvar _ = " + c.Expr + "\n")
	c.Imports, c.Helpers = r.imports, r.helpers
	c.Near = slices.ContainsFunc(g.near.makers, func(f function) bool { return strings.Contains(c.Expr, f.expr+"(") })
	for _, v := range g.env {
		if !slices.Contains(r.names, v.Name) || slices.Contains(c.Sets, v.Name) {
			continue
		}
		c.Uses = append(c.Uses, v.Name)
		if isNilable(v.Type) {
			c.Nilable = append(c.Nilable, v.Name)
		}
	}
}

// atLeastOne is a palette for constructors: a limit of zero is misuse of many.
func atLeastOne(ints []string) []string {
	list := []string{"1", "2", "3"}
	for _, s := range ints {
		if s != "0" && s[0] != '-' {
			list = append(list, s, s)
		}
	}
	return list
}

// targets are all calls that the variables allow, and the functions. An argument that another package has made is no object to call.
func (g *generator) targets() (list []target) {
	for _, v := range g.env {
		if n := g.object(v.Type); n != nil && !g.isArgument(n) {
			for _, m := range g.methods(n) {
				list = append(list, target{m, v})
			}
		}
		if sig, ok := types.Unalias(v.Type).Underlying().(*types.Signature); ok && g.writable(sig) {
			list = append(list, target{function{name: v.Name, sig: sig}, v})
		}
	}
	for _, f := range g.funcs {
		list = append(list, target{f, Var{}})
	}
	return list
}

// further are the calls of arguments that other packages have made. One may end a wait, or give a lock back.
func (g *generator) further() (list []target) {
	for _, v := range g.env {
		if n := g.object(v.Type); n != nil && g.isArgument(n) {
			for _, m := range g.methods(n) {
				list = append(list, target{m, v})
			}
		}
	}
	return list
}

// tries is how often a call by chance is tried.
const tries = 4

// some is a call by chance.
func (g *generator) some() (c Call, ok bool) {
	list := slices.DeleteFunc(g.targets(), func(t target) bool { return g.avoided[t.key()] })
	for range tries {
		if len(list) == 0 {
			break
		}
		if c, ok := g.make(list[g.r.Intn(len(list))], true); ok {
			return c, true
		}
	}
	return Call{}, false
}
