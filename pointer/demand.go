package pointer

// A slice is the part of a system that can reach the queries. It is found backwards:
// from a variable to the constraints that define it, from a load to the stores of its
// class. Heintze and Tardieu (2001) find the relevant stores while they solve, by
// asking for the pointers of each. Here the class of the cells decides, before anything
// is solved. That takes in more constraints, each of them once, and needs no second
// kind of query.
type demand struct {
	sys     *system
	byDst   index // all kinds but store, by dst; and those into cells
	byClass index // stores, by class
	byCell  index // moves and addresses into cells, by the class of the cell
	nodes   []bool
	class   []bool
	shapes  map[shape]bool  // that a filter looks for
	waiting map[tag][]int32 // constraints with a tag that is not looked for yet
	work    []node
	sliced  []int32
}

// An index finds rows by key: those of key k are rows[start[k]:start[k+1]].
type index struct {
	start []int32
	rows  []int32
}

func (x *index) of(key int32) []int32 { return x.rows[x.start[key]:x.start[key+1]] }

// newIndex sorts the rows for which key is not negative, by counting.
func newIndex(rows []constraint, keys int32, key func(*constraint) int32) index {
	x := index{start: make([]int32, keys+1)}
	for i := range rows {
		if k := key(&rows[i]); k >= 0 {
			x.start[k+1]++
		}
	}
	for k := range keys {
		x.start[k+1] += x.start[k]
	}
	x.rows = make([]int32, x.start[keys])
	next := append([]int32(nil), x.start...)
	for i := range rows {
		if k := key(&rows[i]); k >= 0 {
			x.rows[next[k]] = int32(i)
			next[k]++
		}
	}
	return x
}

func newDemand(s *system) *demand {
	d := &demand{
		sys:     s,
		nodes:   make([]bool, len(s.cells)),
		class:   make([]bool, s.classes),
		shapes:  map[shape]bool{},
		waiting: map[tag][]int32{},
	}
	d.byDst = newIndex(s.constraints, int32(len(s.cells)), func(c *constraint) int32 {
		if c.kind == store {
			return -1
		}
		return c.dst
	})
	d.byClass = newIndex(s.constraints, s.classes, func(c *constraint) int32 {
		if c.kind != store {
			return -1
		}
		return c.tag
	})
	d.byCell = newIndex(s.constraints, s.classes, func(c *constraint) int32 {
		if c.kind == store || !s.isCell(c.dst) {
			return -1
		}
		return s.cells[c.dst].class
	})
	return d
}

// slice returns the constraints that matter for the given variables, as
// indices. Interface variables among them need their shapes looked for.
func (d *demand) slice(wanted []node, shapes []shape) []int32 {
	for _, n := range wanted {
		d.want(n)
	}
	for _, sh := range shapes {
		d.look(sh)
	}
	for len(d.work) > 0 {
		n := d.work[len(d.work)-1]
		d.work = d.work[:len(d.work)-1]
		for _, i := range d.byDst.of(n) {
			d.take(i)
		}
	}
	return d.sliced
}

// want asks for a variable.
func (d *demand) want(n node) {
	if n == 0 || d.nodes[n] {
		return
	}
	d.nodes[n] = true
	if d.sys.isCell(n) {
		d.wantClass(d.sys.cells[n].class)
		return
	}
	d.work = append(d.work, n)
}

// wantClass asks for all cells of a class: for the values that are stored in one.
func (d *demand) wantClass(cl class) {
	if cl == 0 || d.class[cl] {
		return
	}
	d.class[cl] = true
	d.want(d.sys.spill[cl])
	for _, i := range d.byClass.of(cl) {
		d.sliced = append(d.sliced, i)
		d.want(d.sys.constraints[i].src)
		d.want(d.sys.constraints[i].dst)
	}
	for _, i := range d.byCell.of(cl) {
		d.take(i)
	}
}

// look says that a filter looks for values of a shape in interfaces.
func (d *demand) look(sh shape) {
	if d.shapes[sh] {
		return
	}
	d.shapes[sh] = true
	rows := d.waiting[tag(sh)]
	delete(d.waiting, tag(sh))
	for _, i := range rows {
		d.take(i)
	}
}

// take makes a constraint part of the slice. A constraint that puts a shape into an
// interface waits until a query looks for that shape.
func (d *demand) take(i int32) {
	c := &d.sys.constraints[i]
	if (c.kind == move || c.kind == addrOf) && c.tag != noTag && !d.shapes[shape(c.tag)] {
		d.waiting[c.tag] = append(d.waiting[c.tag], i)
		return
	}
	d.sliced = append(d.sliced, i)
	switch c.kind {
	case addrOf:
	case load:
		d.want(c.src)
		d.wantClass(class(c.tag))
	case filter:
		if f := &d.sys.filters[c.tag]; f.concrete {
			d.look(f.shape)
		}
		d.want(c.src)
	default:
		d.want(c.src)
	}
}
