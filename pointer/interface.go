package pointer

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// An interface holds what its value refers to: an interface with a *T holds
// the T, without a further object in between. A value that is no pointer, slice,
// map or channel is in a box of its own. Types are told apart by filters.

// makeInterface makes the constraints of a conversion to an interface.
func (g *generator) makeInterface(f *frame, v *ssa.MakeInterface) {
	t, dst, src := v.X.Type(), g.value(f, v), g.value(f, v.X)
	if sh, ok := g.referent(t); ok {
		g.sys.add(move, dst, src, 0, tag(sh))
		if p, ok := types.Unalias(t).(*types.Pointer); !ok || elem(p.Elem()) != p.Elem() {
			g.loose[sh] = true
		}
		return
	}
	if src == 0 {
		return
	}
	if isUnsafe(t) {
		g.sys.add(move, dst, src, 0, noTag)
		return
	}
	lay := g.box(t)
	n := g.make(object{boxed: true}, origin{kind: Box, typ: t, site: v, at: f}, lay)
	g.sys.add(addrOf, dst, n, 0, tag(g.shape(t)))
	for _, lf := range lay.leaves {
		g.sys.add(move, n+lf.off, at(src, lf.off), 0, noTag)
	}
}

// assert makes dst include what an interface holds with type t.
func (g *generator) assert(dst, src node, t types.Type) {
	if types.IsInterface(t) {
		g.sys.add(filter, dst, src, 0, g.implementing(t))
		return
	}
	if sh, ok := g.referent(t); ok {
		g.sys.add(filter, dst, src, 0, g.exactly(t, sh, false, g.unseen(t)))
		return
	}
	if dst == 0 || src == 0 || !hasPointers(t) {
		return
	}
	if isUnsafe(t) {
		g.sys.add(move, dst, src, 0, noTag)
		return
	}
	lay, boxed := g.box(t), g.sys.node()
	sh := g.shape(t)
	g.sys.add(filter, boxed, src, 0, g.exactly(t, sh, true, g.wild(wildKey{sh, true}, t, lay)))
	for _, lf := range lay.leaves {
		g.sys.add(load, at(dst, lf.off), boxed, lf.off, tag(lay.classes[lf.off]))
	}
}

// An exactKey is a filter for one type.
type exactKey struct {
	holder shape
	boxed  bool
}

// exactly returns the filter for one type.
func (g *generator) exactly(held types.Type, sh shape, boxed bool, unseen node) tag {
	k := exactKey{g.id(held), boxed}
	t, ok := g.concrete[k]
	if !ok {
		t = tag(len(g.sys.filters))
		g.concrete[k] = t
		g.sys.filters = append(g.sys.filters, acceptance{
			concrete: true, shape: sh, holder: k.holder, boxed: boxed, unseen: unseen,
		})
	}
	return t
}

// implementing returns the filter for an interface. A cell has lost the name
// of every type but a struct's: such types pass.
func (g *generator) implementing(t types.Type) tag {
	iface := types.Unalias(t).Underlying().(*types.Interface)
	n, ok := g.abstract[iface]
	if ok {
		return n
	}
	n = tag(len(g.sys.filters))
	g.abstract[iface] = n
	f := acceptance{}
	if iface.NumMethods() > 0 {
		known := map[wildKey]bool{}
		f.accept = func(sh shape, boxed bool) bool {
			k := wildKey{sh, boxed}
			yes, ok := known[k]
			if !ok {
				yes = g.implements(sh, boxed, iface)
				known[k] = yes
			}
			return yes
		}
	}
	g.sys.filters = append(g.sys.filters, f)
	return n
}

// implements reports whether a value with this shape can be in an interface:
// whether it has methods of these names. Parameters are not compared.
func (g *generator) implements(sh shape, boxed bool, iface *types.Interface) bool {
	if sh <= 0 || !g.structs[sh] || g.loose[sh] || g.merged()[sh] {
		return true
	}
	t := g.types[sh]
	if !boxed {
		t = types.NewPointer(t)
	}
	return hasMethods(g.methodNames(exactKey{sh, boxed}, t), iface)
}

// methodNames returns the ids of the methods of a type.
func (g *generator) methodNames(k exactKey, t types.Type) map[string]bool {
	names, ok := g.methods[k]
	if !ok {
		names = map[string]bool{}
		for m := range types.NewMethodSet(t).Methods() {
			names[m.Obj().Id()] = true
		}
		g.methods[k] = names
	}
	return names
}

func hasMethods(names map[string]bool, iface *types.Interface) bool {
	if len(names) < iface.NumMethods() {
		return false
	}
	for m := range iface.Methods() {
		if !names[m.Id()] {
			return false
		}
	}
	return true
}

// merged returns the shapes that several types share.
func (g *generator) merged() map[shape]bool {
	if g.sharing == nil {
		g.sharing = map[shape]bool{}
		for sh := range g.same {
			if root := g.root(shape(sh)); root != shape(sh) {
				g.sharing[root] = true
			}
		}
	}
	return g.sharing
}

// dispatch hands the receiver in an interface to a method.
func (g *generator) dispatch(dst, src node, recv types.Type) {
	g.assert(dst, src, recv)
}
