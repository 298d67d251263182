package pointer

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// An origin says where an object comes from; it is kept beside the objects of
// the system, which know nothing of it.
type origin struct {
	kind Kind
	typ  types.Type
	site ssa.Value // an instruction, a global, or nil
	at   *frame    // the instance of the function that has the site
}

// memory makes the objects of a program.
type memory struct {
	*layouts
	origins []origin // by object
	globals map[*ssa.Global]node
	inside  map[shape]*layout // of maps and channels
	wilds   map[wildKey]node
	marks   [causes]node
	any     node
	mirror  node // anything that reflection can return
}

// A wildKey tells a wild object from the one in a box.
type wildKey struct {
	shape shape
	boxed bool
}

func newMemory(l *layouts) *memory {
	m := &memory{layouts: l, globals: map[*ssa.Global]node{}, inside: map[shape]*layout{}, wilds: map[wildKey]node{}}
	m.any = m.make(object{}, origin{kind: Anything}, &layout{shapes: []shape{anything}, classes: []class{0}})
	m.mirror = m.make(object{}, origin{kind: Anything}, &layout{shapes: []shape{mirrored}, classes: []class{0}})
	for c := range m.marks {
		m.marks[c] = m.make(object{}, origin{kind: Kind(-1 - c)}, &layout{shapes: []shape{mark}, classes: []class{0}})
	}
	return m
}

func (m *memory) make(o object, from origin, lay *layout) node {
	m.origins = append(m.origins, from)
	return m.sys.object(o, lay.classes, lay.shapes)
}

// content is the layout of an object that a value of type t refers to, and the
// type that names its shape.
func (m *memory) content(t types.Type) (*layout, types.Type) {
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return m.layout(u.Elem()), u.Elem()
	case *types.Slice:
		return m.layout(u.Elem()), u.Elem()
	case *types.Map:
		return m.container(t, u.Key(), u.Elem()), t
	case *types.Chan:
		return m.container(t, u.Elem()), t
	}
	return nil, nil
}

// container is the layout of a map or channel: a cell for itself, and then its
// parts.
func (m *memory) container(t types.Type, parts ...types.Type) *layout {
	sh := m.shape(t)
	if lay, ok := m.inside[sh]; ok {
		return lay
	}
	lay := &layout{shapes: []shape{sh}, classes: []class{0}}
	m.inside[sh] = lay
	for i, part := range parts {
		inner := m.private(sh, i, part)
		for _, f := range inner.leaves {
			lay.leaves = append(lay.leaves, leaf{lay.size() + f.off, f.typ})
		}
		lay.shapes = append(lay.shapes, inner.shapes...)
		lay.classes = append(lay.classes, inner.classes...)
	}
	return lay
}

// part returns where a part of a map or channel begins: 0 is the key of a map
// or the element of a channel, 1 the element of a map.
func (m *memory) part(t types.Type, i int) int32 {
	if mp, ok := t.Underlying().(*types.Map); ok && i == 1 {
		return 1 + m.layout(mp.Key()).size()
	}
	return 1
}

// box is the layout of a value of type t inside an interface.
func (m *memory) box(t types.Type) *layout { return m.private(m.shape(t), 2, t) }

// global returns a variable that points to a global.
func (m *memory) global(g *ssa.Global) node {
	n, ok := m.globals[g]
	if !ok {
		t := deref(g.Type())
		n = m.sys.node()
		m.globals[g] = n
		cells := m.make(object{}, origin{kind: Global, typ: t, site: g}, m.layout(t))
		m.sys.add(addrOf, n, cells, 0, noTag)
		if foreign(g) {
			m.assigned(cells, t)
		}
	}
	return n
}

// foreign reports whether a global belongs to a package that is known by its types alone.
func foreign(g *ssa.Global) bool {
	initial := g.Pkg.Func("init")
	return initial == nil || len(initial.Blocks) == 0
}

// assigned lets the cells of a global hold objects that code without a body has assigned to it.
func (m *memory) assigned(cells node, t types.Type) {
	for _, lf := range m.layout(t).leaves {
		m.sys.add(addrOf, cells+lf.off, m.unseen(lf.typ), 0, noTag)
		m.sys.add(addrOf, cells+lf.off, m.marks[UnseenCode], 0, noTag)
	}
}

// unseen returns the element that stands for all objects that a value of type t, which
// holds one pointer, may refer to.
func (m *memory) unseen(t types.Type) node {
	lay, named := m.content(t)
	if lay == nil {
		return m.any
	}
	return m.wild(wildKey{m.shape(named), false}, named, lay)
}

// wild returns the object that stands for all those of a shape which were not
// seen. It holds such objects in turn.
func (m *memory) wild(k wildKey, t types.Type, lay *layout) node {
	if n, ok := m.wilds[k]; ok {
		return n
	}
	n := m.make(object{wild: true, boxed: k.boxed}, origin{kind: Unseen, typ: t}, lay)
	m.wilds[k] = n
	for _, f := range lay.leaves {
		m.sys.spilled(lay.classes[f.off])
		m.sys.held[n+f.off] = m.unseen(f.typ)
	}
	return n
}

// referent returns the shape that a pointer, slice, map or channel of type t
// finds in an interface. ok is false when no such thing is in there.
func (m *memory) referent(t types.Type) (sh shape, ok bool) {
	_, named := m.content(t)
	if named == nil {
		return 0, false
	}
	return m.shape(named), true
}
