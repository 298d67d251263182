package pointer

// This file is the language in which the program is given to the solver. It
// knows nothing of Go.

// A node is a variable of the constraint system: a value of the program, or a
// cell. Node 0 stands for "none".
type node = int32

// A class partitions the cells that hold pointers. A load or store of class c
// reads and writes cells of class c only. Class 0 is that of all other cells.
type class = int32

// A shape says what lies at a cell: equal shapes may stand for one another.
type shape = int32

// A tag says which cells a constraint lets through. Its meaning depends on the kind.
type tag = int32

const noTag tag = -1

// kind is the kind of a constraint.
type kind uint8

const (
	addrOf kind = iota // dst ∋ src, where src is a cell
	move               // dst ⊇ src
	filter             // dst ⊇ those of src that filter number tag accepts
	field              // dst ⊇ {c+off : c ∈ src, shape of c = tag}
	load               // dst ⊇ *(c+off) for c ∈ src; tag is a class
	store              // *(c+off) ⊇ src for c ∈ dst; tag is a class
	cast               // dst ⊇ what lies at the address of src and has shape tag
)

// A constraint is a row of the system. Moves and addresses may carry a tag: the
// shape that enters an interface here.
type constraint struct {
	kind     kind
	dst, src node
	off      int32
	tag      tag
}

// A cell is a place in memory that a pointer can point to.
type cell struct {
	object int32 // index into objects, -1 for a node that is no cell
	class  class
	shape  shape
}

// Shapes of the elements that are no places in memory.
const (
	anything shape = -1 // a value of which not even the type is known
	mirrored shape = -2 // the same, by reflection: not of every type
	mark     shape = -3 // goes wherever the values go that it came with
)

// An object is a row of cells, first to last.
type object struct {
	first node
	size  int32
	boxed bool // a value inside an interface: nothing points to it but the interface
	wild  bool // stands for objects that were not seen
}

// An acceptance is the set of cells that a filter lets pass.
type acceptance struct {
	concrete bool  // one shape, not an interface's method set
	shape    shape // of a concrete one
	holder   shape // of a concrete one: of the value in the interface itself
	boxed    bool  // of a concrete one: the value, not a pointer to it
	unseen   node  // the node in place of the element anything, or 0
	accept   func(s shape, boxed bool) bool
}

// A system is a set of constraints over nodes.
type system struct {
	cells       []cell // by node
	objects     []object
	constraints []constraint
	filters     []acceptance
	classes     int32

	held     map[node]node  // wild cell -> what a load through it finds at first
	spill    map[class]node // class -> what was stored through wild cells
	unseen   map[tag]node   // shape of a cast -> its wild object
	isStruct func(shape) bool
	mirrors  func(shape) bool // whether reflection can have a value of the shape
}

func newSystem() *system {
	s := &system{
		held:    map[node]node{},
		spill:   map[class]node{},
		unseen:  map[tag]node{},
		classes: 1,
	}
	s.node()
	return s
}

// node returns a new variable.
func (s *system) node() node { return s.nodes(1) }

// nodes returns the first of n new variables in a row.
func (s *system) nodes(n int) node {
	first := node(len(s.cells))
	for range n {
		s.cells = append(s.cells, cell{object: -1})
	}
	return first
}

// class returns a new class.
func (s *system) class() class {
	s.classes++
	return s.classes - 1
}

// object makes an object whose cells have the given classes and shapes, and
// returns its first cell.
func (s *system) object(o object, classes []class, shapes []shape) node {
	o.first, o.size = node(len(s.cells)), int32(len(shapes))
	for i := range shapes {
		s.cells = append(s.cells, cell{int32(len(s.objects)), classes[i], shapes[i]})
	}
	s.objects = append(s.objects, o)
	return o.first
}

func (s *system) isCell(n node) bool { return s.cells[n].object >= 0 }

// add appends a constraint, unless one of its sides does not exist.
func (s *system) add(k kind, dst, src node, off int32, t tag) {
	if dst == 0 || src == 0 || k == move && dst == src {
		return
	}
	s.constraints = append(s.constraints, constraint{k, dst, src, off, t})
}

// at returns the cell off after c, if it is in the same object.
func (s *system) at(c node, off int32) (node, bool) {
	o := s.cells[c].object
	if o < 0 {
		return 0, false
	}
	d := c + off
	if last := s.objects[o].first + s.objects[o].size; d >= last {
		return 0, false
	}
	return d, true
}

// content returns the cell that a load or store of the class at c+off means.
func (s *system) content(c node, off int32, cl class) (node, bool) {
	d, ok := s.at(c, off)
	return d, ok && s.cells[d].class == cl
}

// wild reports whether the cell belongs to an object that was not seen.
func (s *system) wild(c node) bool { return s.objects[s.cells[c].object].wild }

// spilled returns the node that collects what is stored through wild cells of
// the class: any cell of the class may be meant, so all loads read it.
func (s *system) spilled(cl class) node {
	n, ok := s.spill[cl]
	if !ok {
		n = s.node()
		s.spill[cl] = n
	}
	return n
}

// loaded returns where a load finds what is at the cell c+off: in a variable,
// or, of an object that was not seen, an element that it finds at once.
func (s *system) loaded(c node, off int32, cl class) (from, element node) {
	if s.cells[c].shape == mark {
		return 0, c
	}
	d, ok := s.content(c, off, cl)
	switch {
	case !ok:
		return 0, 0
	case s.wild(d):
		return 0, s.held[d]
	}
	return d, 0
}

// stored returns the variable that a store to c+off changes, or 0.
func (s *system) stored(c node, off int32, cl class) node {
	d, ok := s.content(c, off, cl)
	switch {
	case !ok:
		return 0
	case s.wild(d):
		return s.spill[cl]
	}
	return d
}

// fieldOf returns the element that a field constraint makes of c, or 0.
func (s *system) fieldOf(c node, off int32, t tag) node {
	switch s.cells[c].shape {
	case mark:
		return c
	case shape(t):
		d, _ := s.at(c, off)
		return d
	}
	return 0
}

// filtered returns the element that a filter makes of c, or 0.
func (s *system) filtered(c node, t tag) node {
	f := &s.filters[t]
	if s.accepts(f, c) {
		return c
	}
	switch s.cells[c].shape {
	case anything:
		return f.unseen
	case mirrored:
		if s.mirrors(f.holder) {
			return f.unseen
		}
	}
	return 0
}

func (s *system) accepts(f *acceptance, c node) bool {
	switch sh, boxed := s.cells[c].shape, s.objects[s.cells[c].object].boxed; {
	case sh == mark:
		return true
	case sh == anything, sh == mirrored:
		return !f.concrete
	case f.concrete:
		return sh == f.shape && boxed == f.boxed
	default:
		return f.accept == nil || f.accept(sh, boxed)
	}
}

// castTo returns the element that a conversion from an unsafe pointer makes of
// c: the cell of the wanted shape at the same address. Cells before and after
// c have the same address where a struct begins: its first field follows it.
func (s *system) castTo(c node, t tag) node {
	switch s.cells[c].shape {
	case mark:
		return c
	case anything, mirrored:
		return s.unseen[t]
	}
	if d := s.sameAddress(c, shape(t)); d != 0 {
		return d
	}
	return s.unseen[t]
}

// sameAddress looks for a cell of the shape that begins where c begins.
func (s *system) sameAddress(c node, want shape) node {
	o := s.objects[s.cells[c].object]
	first, last := c, c
	for first > o.first && s.isStruct(s.cells[first-1].shape) {
		first--
	}
	for last+1 < o.first+o.size && s.isStruct(s.cells[last].shape) {
		last++
	}
	for d := first; d <= last; d++ {
		if s.cells[d].shape == want {
			return d
		}
	}
	return 0
}
