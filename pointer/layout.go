package pointer

import (
	"go/types"

	"golang.org/x/tools/go/types/typeutil"
)

// A layout says how a type lies in memory, in cells. A struct is a cell for itself and
// then its fields. An array is one element, and any other type is one cell. Structs of
// package sync without pointers inside are one cell, too: no pointer from outside can
// point into a lock.
type layout struct {
	shapes  []shape
	classes []class
	leaves  []leaf // cells that hold pointers
}

// A leaf is a cell that holds a pointer, slice, map, channel or interface.
type leaf struct {
	off int32
	typ types.Type
}

func (l *layout) size() int32 { return int32(len(l.shapes)) }

// A fieldKey names a field of a struct type.
type fieldKey struct {
	of    shape
	index int
}

// layouts knows the layout, shape and classes of types.
type layouts struct {
	sys     *system
	ids     map[types.Type]shape // identical types have one shape
	canon   typeutil.Map
	types   []types.Type // by shape
	same    []shape      // union-find: structs that are converted into each other
	structs []bool       // by shape
	made    map[shape]*layout
	exposed map[fieldKey]bool // fields whose address is not only loaded from and stored to
	field   map[fieldKey]class
	element map[shape]class     // cells of the type that are no unexposed field
	inner   map[fieldKey]class  // cells of maps, channels and boxes
	holds   map[types.Type]bool // hasPointers
	offsets map[shape][]int32   // of the fields of a struct
}

func newLayouts(s *system) *layouts {
	l := &layouts{
		sys:     s,
		ids:     map[types.Type]shape{},
		types:   []types.Type{nil},
		same:    []shape{0},
		structs: []bool{false},
		made:    map[shape]*layout{},
		exposed: map[fieldKey]bool{},
		field:   map[fieldKey]class{},
		element: map[shape]class{},
		inner:   map[fieldKey]class{},
		holds:   map[types.Type]bool{},
		offsets: map[shape][]int32{},
	}
	s.isStruct = func(sh shape) bool { return sh > 0 && l.structs[sh] }
	return l
}

// elem strips arrays: an array is its one element.
func elem(t types.Type) types.Type {
	for {
		a, ok := t.Underlying().(*types.Array)
		if !ok {
			return t
		}
		t = a.Elem()
	}
}

// id returns the shape of a type, before structs were found to be converted
// into each other.
func (l *layouts) id(t types.Type) shape {
	if sh, ok := l.ids[t]; ok {
		return sh
	}
	c := types.Unalias(elem(types.Unalias(t)))
	_, isStruct := c.Underlying().(*types.Struct)
	if !isStruct { // the name of any other type is lost in a conversion of pointers
		c = c.Underlying()
		if ch, ok := c.(*types.Chan); ok && ch.Dir() != types.SendRecv {
			c = types.NewChan(types.SendRecv, ch.Elem())
		}
	}
	sh, ok := l.canon.At(c).(shape)
	if !ok {
		sh = shape(len(l.types))
		l.canon.Set(c, sh)
		l.types = append(l.types, c)
		l.same = append(l.same, sh)
		l.structs = append(l.structs, isStruct && !isOpaque(c))
	}
	l.ids[t] = sh
	return sh
}

// shape returns the shape of a type's memory.
func (l *layouts) shape(t types.Type) shape { return l.root(l.id(t)) }

func (l *layouts) root(sh shape) shape {
	for l.same[sh] != sh {
		sh = l.same[sh]
	}
	return sh
}

// convert notes that values, or pointers to values, of one type become those
// of another, with or without a name. Only structs need it.
func (l *layouts) convert(a, b types.Type) {
	if p, ok := a.Underlying().(*types.Pointer); ok {
		if q, ok := b.Underlying().(*types.Pointer); ok {
			a, b = p.Elem(), q.Elem()
		}
	}
	x, y := l.shape(a), l.shape(b)
	if x != y && l.structs[x] && l.structs[y] {
		l.same[max(x, y)] = min(x, y)
	}
}

// isOpaque reports whether a struct is one cell.
func isOpaque(t types.Type) bool {
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	switch n.Obj().Pkg().Path() {
	case "sync", "sync/atomic", "internal/sync":
		return !hasPointers(t)
	}
	return false
}

// hasPointers reports whether a value of the type holds pointers we follow.
func hasPointers(t types.Type) bool {
	switch u := elem(t).Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if hasPointers(f.Type()) {
				return true
			}
		}
		return false
	case *types.Tuple:
		for v := range u.Variables() {
			if hasPointers(v.Type()) {
				return true
			}
		}
		return false
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Interface:
		return true
	}
	return false
}

// pointers is hasPointers, remembered.
func (l *layouts) pointers(t types.Type) bool {
	yes, ok := l.holds[t]
	if !ok {
		yes = hasPointers(t)
		l.holds[t] = yes
	}
	return yes
}

// layout returns the layout of a type in memory.
func (l *layouts) layout(t types.Type) *layout {
	sh := l.shape(t)
	lay, ok := l.made[sh]
	if !ok {
		lay = &layout{}
		l.made[sh] = lay
		l.fill(lay, l.types[sh], func() class { return l.elementClass(sh) })
	}
	return lay
}

// fill appends a type to a layout. If it is a single cell, then of that class.
func (l *layouts) fill(lay *layout, t types.Type, own func() class) {
	t = types.Unalias(elem(t))
	sh := l.shape(t)
	off := lay.size()
	lay.shapes = append(lay.shapes, sh)
	lay.classes = append(lay.classes, 0)
	if l.structs[sh] {
		for i, f := range fields(t) {
			l.fill(lay, f.Type(), func() class { return l.fieldClass(fieldKey{sh, i}, f.Type()) })
		}
		return
	}
	if hasPointers(t) {
		lay.classes[off] = own()
		lay.leaves = append(lay.leaves, leaf{off, t})
	}
}

func fields(t types.Type) []*types.Var {
	s := t.Underlying().(*types.Struct)
	list := make([]*types.Var, s.NumFields())
	for i := range list {
		list[i] = s.Field(i)
	}
	return list
}

// elementClass is the class of cells of a type that a general pointer reaches.
func (l *layouts) elementClass(sh shape) class {
	return l.classOf(l.element, sh)
}

func (l *layouts) classOf(m map[shape]class, sh shape) class {
	c, ok := m[sh]
	if !ok {
		c = l.sys.class()
		m[sh] = c
	}
	return c
}

// fieldClass is the class of a field that holds a pointer: one of its own,
// unless its address is used for more than to load and store.
func (l *layouts) fieldClass(k fieldKey, t types.Type) class {
	if l.exposed[k] {
		return l.elementClass(l.shape(t))
	}
	c, ok := l.field[k]
	if !ok {
		c = l.sys.class()
		l.field[k] = c
	}
	return c
}

// private returns the layout of a type in a place to which no pointer leads: a
// map, a channel or a box of the given shape. Its classes are its own.
func (l *layouts) private(of shape, part int, t types.Type) *layout {
	lay := &layout{}
	l.fill(lay, t, func() class { return 0 })
	for _, f := range lay.leaves {
		k := fieldKey{of, int(f.off)<<2 | part}
		c, ok := l.inner[k]
		if !ok {
			c = l.sys.class()
			l.inner[k] = c
		}
		lay.classes[f.off] = c
	}
	return lay
}

// offset returns where field number index of a struct begins.
func (l *layouts) offset(t types.Type, index int) int32 {
	if !l.structs[l.shape(t)] {
		return 0
	}
	offs, ok := l.offsets[l.shape(t)]
	if !ok {
		off := int32(1)
		for _, f := range fields(t) {
			offs = append(offs, off)
			off += l.layout(f.Type()).size()
		}
		l.offsets[l.shape(t)] = offs
	}
	return offs[index]
}
