package drive

import (
	"go/types"
	"slices"
)

// This file makes the objects of a driver.

// construct makes an object: by a constructor of the package, or as a literal of a type that has none. The arguments of other packages come before
// it.
func (g *generator) construct(seq *[]Call) (c Call, ok bool) {
	for range tries {
		if makers := g.offered(g.makers); len(makers) > 0 && g.chance(0.9) {
			f := makers[g.r.Intn(len(makers))]
			g.prepare(f, seq)
			if c, ok := g.make(target{f, Var{}}, true); ok {
				return c, true
			}
			continue
		}
		if len(g.types) == 0 {
			return Call{}, false
		}
		n := g.types[g.r.Intn(len(g.types))]
		if len(g.methods(n)) == 0 || len(g.sources(n)) > 0 {
			continue
		}
		if c, ok := g.byOther(n, seq); ok {
			return c, true
		}
		if types.IsInterface(n) {
			continue
		}
		if c, ok := g.literal(n); ok {
			return c, true
		}
	}
	return Call{}, false
}

// literal makes an object of a type without a constructor.
func (g *generator) literal(n *types.Named) (c Call, ok bool) {
	if !g.isUsable(n) {
		return Call{}, false
	}
	g.noVars = true
	defer func() { g.noVars = false }()
	name, e := g.typeName(n), ""
	var t types.Type = n
	if st, isStruct := n.Underlying().(*types.Struct); isStruct {
		t = types.NewPointer(n)
		e, ok = g.composite(n, st, 0)
		e = "&" + e
	} else {
		e, ok = g.value(n, 0)
	}
	if !ok {
		return Call{}, false
	}
	c = Call{Name: name, Expr: e, Sets: []string{g.newVar(t)}}
	g.finish(&c)
	return c, true
}

// sources are the functions and methods of the package that return an object of a type. So do methods of objects that it hands out.
func (g *generator) sources(n *types.Named) (list []function) {
	gives := func(f function) bool {
		return slices.ContainsFunc(slices.Collect(f.sig.Results().Variables()), func(v *types.Var) bool {
			m := named(v.Type())
			return m != nil && types.Identical(m, n)
		})
	}
	for _, f := range g.makers {
		if gives(f) {
			list = append(list, f)
		}
	}
	for _, t := range slices.Concat(g.types, g.near.adopted, g.near.handed) {
		for _, m := range g.methods(t) {
			if !types.Identical(t, n) && gives(m) {
				list = append(list, m)
			}
		}
	}
	return list
}

// isMade reports whether a type has a constructor: a function that returns it, or for a type with methods also a method.
func (g *generator) isMade(n *types.Named) bool {
	if n == nil {
		return false
	}
	list := g.sources(n)
	if len(g.methods(n)) == 0 {
		list = slices.DeleteFunc(list, func(f function) bool { return f.recv != nil })
	}
	return len(list) > 0
}

// objects are the variables of a type.
func (g *generator) objects(n *types.Named) (list []Var) {
	for _, v := range g.env {
		if m := named(v.Type); m != nil && types.Identical(m, n) {
			list = append(list, v)
		}
	}
	return list
}

// longestWay is how many objects are made for the sake of another one.
const longestWay = 3

// ensure adds what makes an object of a type, unless there is one.
func (g *generator) ensure(n *types.Named, seq *[]Call, depth int) bool {
	if n == nil || !n.Obj().Exported() || depth > longestWay {
		return false
	}
	if len(g.objects(n)) > 0 {
		return true
	}
	sources := g.sources(n)
	list := g.offered(sources)
	if c, ok := g.byOther(n, seq); ok && (len(list) == 0 || g.chance(0.5)) {
		*seq = append(*seq, c)
		return len(g.objects(n)) > 0
	}
	for range tries {
		if len(list) == 0 {
			break
		}
		t := target{function: list[g.r.Intn(len(list))]}
		if t.recv != nil {
			if !g.ensure(t.recv, seq, depth+1) {
				continue
			}
			t.of = g.oneOf(t.recv)
		}
		if c, ok := g.make(t, true); ok {
			*seq = append(*seq, c)
			return len(g.objects(n)) > 0
		}
	}
	if len(sources) > 0 || types.IsInterface(n) || g.isForeign(n) {
		return false
	}
	c, ok := g.literal(n)
	if ok {
		*seq = append(*seq, c)
	}
	return ok
}

// another makes a second object: a function that takes two is called with different ones, too.
func (g *generator) another(n *types.Named, seq *[]Call) {
	sources := slices.DeleteFunc(g.sources(n), func(f function) bool { return f.recv != nil })
	c, ok := Call{}, false
	if list := g.offered(sources); len(list) > 0 {
		c, ok = g.make(target{function: list[g.r.Intn(len(list))]}, true)
	} else if c, ok = g.byOther(n, seq); !ok && len(sources) == 0 && !types.IsInterface(n) && !g.isForeign(n) {
		c, ok = g.literal(n)
	}
	if ok {
		*seq = append(*seq, c)
	}
}

func (g *generator) oneOf(n *types.Named) Var {
	list := g.objects(n)
	return list[g.r.Intn(len(list))]
}

// on makes a call of a function, with the objects that it needs before it.
func (g *generator) on(f function, seq *[]Call) (c Call, ok bool) {
	taken := map[*types.Named]int{f.recv: 1}
	for v := range f.sig.Params().Variables() {
		t := v.Type()
		if s, ok := t.(*types.Slice); ok {
			t = s.Elem()
		}
		if n := g.object(t); n != nil {
			g.ensure(n, seq, 0)
			if taken[n]++; taken[n] > 1 && len(g.objects(n)) == 1 {
				g.another(n, seq)
			}
		}
	}
	g.prepare(f, seq)
	t := target{function: f}
	if f.recv != nil {
		if !g.ensure(f.recv, seq, 0) {
			return Call{}, false
		}
		t.of = g.oneOf(f.recv)
	}
	return g.make(t, true)
}
