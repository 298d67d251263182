package search

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/passes/heap"
)

// A path is the state of one path.
type path struct {
	*search
	solver  *heap.Solver
	next    int // choice
	n       int // names that were made
	cells   []cell
	made    map[*heap.Term]bool   // objects that the path has made: nothing is in them but zeros
	escaped map[*heap.Term]moment // of these, those that others may know, since when
	now     moment
	held    []hold
	freed   []hold // unlocks of locks that the path did not hold
	stack   []*frame
	guessed bool       // it rests on a choice of other code
	panics  *unwinding // that runs deferred functions now
}

// A moment is how often the path has seen what other goroutines did, and how often it has called code of other packages.
type moment struct{ acquired, called int }

// A cell is a value that was stored.
type cell struct {
	variable
	typ   types.Type
	val   value
	since moment
}

// load is the value of a variable.
func (p *path) load(at variable, t types.Type) value {
	if st := structOf(t); st != nil {
		v := value{parts: []value{}}
		for i := range st.NumFields() {
			v.parts = append(v.parts, p.load(inside(at, st.Field(i)), st.Field(i).Type()))
		}
		return v
	}
	for i := len(p.cells) - 1; i >= 0; i-- {
		c := &p.cells[i]
		if c.path != at.path {
			if at.field == nil || c.field != at.field || p.isPrivate(c.obj) || p.isPrivate(at.obj) || p.choose(2) == 1 {
				continue
			}
			p.guessed = true // one may be a part of the other
		} else if !p.same(c.obj, at.obj) {
			continue
		}
		switch {
		case c.val.term == nil || c.val.term.Sort != sortOf(t): // it was converted
			return p.fresh(t, "load")
		case p.isOld(c):
			return p.initial(at, t)
		}
		return c.val
	}
	return p.initial(at, t)
}

// inside is a field of a variable.
func inside(at variable, field *types.Var) variable {
	return variable{at.obj, at.path + "." + field.Name(), field}
}

// initial is the value of a variable that the path has not stored to, or that others may have stored to since.
func (p *path) initial(at variable, t types.Type) value {
	if p.made[at.obj] && !p.changes(at) {
		return p.zero(t)
	}
	if g := p.index.global(at); g != nil && g.val != nil {
		return p.globalValue(g)
	}
	name := "load " + at.path
	if !p.index.isFixed(at) {
		name = fmt.Sprintf("%s@%d", name, p.now.acquired)
		if p.index.isOpen(at) {
			name = fmt.Sprintf("%s/%d", name, p.now.called)
		}
	}
	return value{term: p.pool.Apply(sortOf(t), name, at.obj)}
}

// changes reports whether others may have changed a variable of an object that the path has made.
func (p *path) changes(at variable) bool {
	since, escaped := p.escaped[at.obj]
	return escaped && p.isPast(at, since)
}

// isPast reports whether others may have stored to a variable since a moment.
func (p *path) isPast(at variable, since moment) bool {
	return !p.index.isFixed(at) && (since.acquired < p.now.acquired || since.called < p.now.called && p.index.isOpen(at))
}

// isOld reports whether others may have stored to a variable since the path did.
func (p *path) isOld(c *cell) bool {
	since := c.since
	if p.made[c.obj] {
		escaped, is := p.escaped[c.obj]
		if !is {
			return false
		}
		since = moment{max(since.acquired, escaped.acquired), max(since.called, escaped.called)}
	}
	return p.isPast(c.variable, since)
}

// isPrivate reports whether the path has made an object, and nobody else knows it.
func (p *path) isPrivate(obj *heap.Term) bool {
	_, escaped := p.escaped[obj]
	return p.made[obj] && !escaped
}

// same decides whether two objects are one. An object that the path has made, and of which nobody knows, is no other one.
func (p *path) same(x, y *heap.Term) bool {
	switch {
	case x == y:
		return true
	case p.isPrivate(x), p.isPrivate(y):
		return false
	}
	return p.decide(p.pool.Equal(x, y))
}

// store stores a value.
func (p *path) store(at variable, t types.Type, v value) {
	if st := structOf(t); st != nil && v.parts != nil {
		for i := range st.NumFields() {
			p.store(inside(at, st.Field(i)), st.Field(i).Type(), v.parts[i])
		}
		return
	}
	if !p.isPrivate(at.obj) {
		p.escape(v)
	}
	if !p.isPrivate(at.obj) && p.index.isTarget(at) {
		p.now.acquired++ // other pointers may lead to it
	}
	p.cells = append(p.cells, cell{at, t, v, p.now})
}

// escape notes that others may know the objects to which a value leads.
func (p *path) escape(v value) {
	if v.at != nil && p.isPrivate(v.at.obj) {
		obj := v.at.obj
		p.escaped[obj] = p.now
		for _, c := range p.cells {
			if c.obj == obj || c.obj.IsOf("element", obj) {
				p.escape(c.val)
			}
		}
	}
	if v.box != nil {
		p.escape(*v.box)
	}
	for _, part := range append(v.free, v.parts...) {
		p.escape(part)
	}
}

// globalValue is the value that a package variable has for ever.
func (p *path) globalValue(g *global) value {
	switch v := g.val.(type) {
	case *ssa.Function:
		return p.function(v, nil)
	case *ssa.Const:
		return p.constant(v)
	}
	return value{term: p.pool.Object("value of " + g.name)} // an object that was made for it
}

func (p *path) function(fn *ssa.Function, free []value) value {
	if free == nil {
		return value{term: p.pool.Object("func " + fn.String()), fn: fn}
	}
	return value{term: p.object("closure"), fn: fn, free: free}
}
