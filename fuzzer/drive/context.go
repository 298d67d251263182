package drive

import "go/types"

// This file makes the context of a driver. It lasts until the driver pays: a call that waits for it is owed its end.

// contextType is the type of contexts where a function takes one, nil where none does.
func (a *API) contextType() types.Type {
	for _, f := range a.all() {
		for v := range f.sig.Params().Variables() {
			if types.TypeString(v.Type(), nil) == "context.Context" {
				return v.Type()
			}
		}
	}
	return nil
}

// lastingName is the name of the call that makes it.
const lastingName = "context.WithCancel"

// lasts makes a context that a call of the driver ends.
func (g *generator) lasts(t types.Type) Call {
	pkg := g.name("context", "context")
	c := Call{Name: lastingName, Expr: pkg + ".WithCancel(" + pkg + ".Background())"}
	ends := types.NewSignatureType(nil, nil, nil, nil, nil, false)
	c.Sets = []string{g.newVar(t), g.newVar(ends)}
	g.finish(&c)
	g.lasting, g.ends = c.Sets[0], c.Sets[1]
	return c
}

// ctx is a context that has ended, or ends soon, or lasts. That of an object lasts.
func (g *generator) ctx() string {
	kind := g.pick("", "", "", "soon", "soon", "ended")
	switch {
	case kind == "" && g.lasting != "" && !g.noVars:
		return g.lasting
	case kind == "" || g.noVars:
		return g.name("context", "context") + ".Background()"
	}
	return kind + "()"
}

// ending is the call that ends the context of the driver.
func (g *generator) ending() Call {
	c := Call{Name: "cancel", Expr: g.ends + "()"}
	g.finish(&c)
	return c
}
