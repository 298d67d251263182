package drive

import (
	"go/types"
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/drive/nearby"
)

// This file makes arguments by other packages of the module. A constructor that may fail is a call of the driver: where it fails, the calls with its
// object are left out. Within an argument it would make the driver void.

// byOther makes an object of a type by a function of another package. A literal does for a type of the package often enough.
func (g *generator) byOther(n *types.Named, seq *[]Call) (c Call, ok bool) {
	list := g.elsewhere(n)
	if len(list) == 0 || g.isForeign(n) && nearby.IsOpen(n) {
		return Call{}, false
	}
	if !g.isForeign(n) && !types.IsInterface(n) && g.chance(0.5) {
		return Call{}, false
	}
	f := list[g.r.Intn(len(list))]
	for v := range f.sig.Params().Variables() {
		if m := g.object(v.Type()); g.isForeign(m) && len(g.objects(m)) == 0 && !types.Identical(m, n) {
			g.plain(m, seq)
		}
	}
	return g.make(target{function: f}, true)
}

// plain makes an object of another package whose function takes none.
func (g *generator) plain(n *types.Named, seq *[]Call) {
	list := slices.DeleteFunc(g.elsewhere(n), func(f function) bool {
		return slices.ContainsFunc(slices.Collect(f.sig.Params().Variables()), func(v *types.Var) bool { return g.object(v.Type()) != nil })
	})
	if len(list) == 0 || nearby.IsOpen(n) {
		return
	}
	if c, ok := g.make(target{function: list[g.r.Intn(len(list))]}, true); ok {
		*seq = append(*seq, c)
	}
}

// prepare makes objects of other packages for the parameters of a function: those of its types, and for an interface an object that implements it.
func (g *generator) prepare(f function, seq *[]Call) {
	for v := range f.sig.Params().Variables() {
		if n := g.object(v.Type()); g.isForeign(n) {
			g.ensure(n, seq, 0)
		}
		if u, ok := types.Unalias(v.Type()).Underlying().(*types.Interface); ok && len(g.near.types) > 0 && g.chance(0.7) {
			g.implement(v.Type(), u, seq)
		}
	}
}

// implement makes an object of another package for an interface, unless there is one.
func (g *generator) implement(t types.Type, u *types.Interface, seq *[]Call) {
	var list []*types.Named
	for _, n := range g.implementing(t, u) {
		if len(g.objects(n)) > 0 {
			return
		}
		if len(g.elsewhere(n)) > 0 {
			list = append(list, n)
		}
	}
	if len(list) > 0 {
		g.ensure(list[g.r.Intn(len(list))], seq, 0)
	}
}

// implementing are the types of other packages that implement an interface. An interface that any type implements has none, and neither has a type with known values.
func (g *generator) implementing(t types.Type, u *types.Interface) (list []*types.Named) {
	if len(g.near.types) == 0 || u.NumMethods() == 0 {
		return nil
	}
	if _, known := g.known(t); known {
		return nil
	}
	for _, n := range g.near.types {
		if types.Implements(types.NewPointer(n), u) {
			list = append(list, n)
		}
	}
	return list
}

// implementations are values of other packages for an interface: variables, results of simple functions, and literals of types without unexported
// fields.
func (g *generator) implementations(t types.Type, u *types.Interface, depth int) (list []string) {
	if len(g.near.words) == 0 {
		return nil
	}
	if e, ok := g.variable(t); ok && !g.noVars {
		return []string{e}
	}
	for _, n := range g.implementing(t, u) {
		pointer := types.NewPointer(n)
		e, ok := "", false
		switch st, isStruct := n.Underlying().(*types.Struct); {
		case len(g.elsewhere(n)) > 0:
			if e, ok = g.simple(pointer, depth+1); !ok && types.Implements(n, u) {
				e, ok = g.simple(n, depth+1)
			}
		case isStruct && nearby.IsOpen(n) && g.isUsable(n) && depth < deepest:
			e, ok = g.composite(n, st, depth+1)
			e = hold + "(&" + e + ")"
		}
		if ok {
			list = append(list, e)
		}
	}
	if e, ok := g.simple(t, depth+1); ok {
		list = append(list, e)
	}
	return list
}
