package pointer

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A Pointer is the answer to a query about a value.
type Pointer struct {
	memory   *memory
	set      *intset
	analysed bool
}

// Analysed reports whether the value belongs to a function that the roots
// reach. Of any other value nothing is known, and it may be anything.
func (p Pointer) Analysed() bool { return p.analysed }

// PointsTo returns the places in memory that the pointer can point to. For an
// interface they are those that the pointer in it can point to.
func (p Pointer) PointsTo() PointsToSet { return PointsToSet{p.memory, p.set} }

// Causes returns the reasons why the pointer can also point to unseen objects, and the
// uncovered code that its value went through; see Cause.
func (p Pointer) Causes() []Cause {
	var list []Cause
	for n := range p.elements() {
		if k := p.memory.originOf(n).kind; k < 0 {
			list = append(list, Cause(-1-k))
		}
	}
	slices.Sort(list)
	return list
}

// Covered reports whether the set of places is complete. Then it has each place that
// the pointer points to in a run, or an unseen place of its type.
func (p Pointer) Covered() bool {
	return p.analysed && !slices.ContainsFunc(p.Causes(), func(c Cause) bool { return !c.Covered() })
}

func (p Pointer) elements() func(func(int32) bool) {
	if p.set == nil {
		return func(func(int32) bool) {}
	}
	return p.set.all
}

// MayAlias reports whether two pointers can be the same pointer, not nil. An unseen
// object may be any other object of its type, or a part of it. A value that was not
// analysed or is not covered may be anything.
func (p Pointer) MayAlias(q Pointer) bool {
	if !p.Covered() || !q.Covered() {
		return true
	}
	for a := range p.elements() {
		for b := range q.elements() {
			if p.memory.mayBeSame(a, b) {
				return true
			}
		}
	}
	return false
}

// mayBeSame reports whether two elements can mean the same place.
func (m *memory) mayBeSame(a, b node) bool {
	if m.originOf(a).kind < 0 || m.originOf(b).kind < 0 {
		return false // a cause is no place
	}
	x, y := m.originOf(a).kind, m.originOf(b).kind
	switch {
	case a == b || x == Anything || y == Anything:
		return true
	case x == Unseen && m.within(a, b), y == Unseen && m.within(b, a):
		return true
	}
	return false
}

// within reports whether the place b can be the place a of an object that was
// not seen: whether what lies around b looks like the object of a. An array of
// such objects is not told from one.
func (m *memory) within(a, b node) bool {
	o, p := m.sys.objects[m.sys.cells[a].object], m.sys.objects[m.sys.cells[b].object]
	start := b - (a - o.first)
	if start < p.first {
		// b's object, if it was not seen either, may be part of a's.
		return p.wild && m.within(b, a)
	}
	return m.sys.cells[start].shape == m.sys.cells[o.first].shape && o.boxed == p.boxed
}

func (m *memory) originOf(n node) *origin { return &m.origins[m.sys.cells[n].object] }

// A PointsToSet is a set of places in memory.
type PointsToSet struct {
	memory *memory
	set    *intset
}

// Labels returns the places, in an order that depends on the source only.
func (s PointsToSet) Labels() []*Label {
	var list []*Label
	for n := range s.elements() {
		if s.memory.originOf(n).kind >= 0 {
			list = append(list, &Label{s.memory, n})
		}
	}
	slices.SortStableFunc(list, func(a, b *Label) int {
		return cmp.Or(comparePositions(a.position(), b.position()), strings.Compare(a.String(), b.String()), cmp.Compare(a.node, b.node))
	})
	return list
}

func (s PointsToSet) elements() func(func(int32) bool) { return Pointer{set: s.set}.elements() }

// Len returns the number of places.
func (s PointsToSet) Len() int { return len(s.Labels()) }

// String returns the labels between braces.
func (s PointsToSet) String() string {
	var names []string
	for _, l := range s.Labels() {
		names = append(names, l.String())
	}
	return "{" + strings.Join(names, ", ") + "}"
}

func comparePositions(a, b token.Position) int {
	return cmp.Or(strings.Compare(a.Filename, b.Filename), cmp.Compare(a.Offset, b.Offset))
}

// A Label names a place in memory: an allocation site, or a global, and a path
// of fields from there. A site in a loop stands for all objects made there.
type Label struct {
	memory *memory
	node   node
}

// Kind says what kind of object the place belongs to.
func (l *Label) Kind() Kind { return l.memory.originOf(l.node).kind }

// Site returns the value that made the object: an instruction, a global, or
// nil for objects that were not seen.
func (l *Label) Site() ssa.Value { return l.memory.originOf(l.node).site }

// Type returns the type of the object, of which the place may be a part.
func (l *Label) Type() types.Type { return l.memory.originOf(l.node).typ }

// Calls returns the calls that led to the function with the site, innermost
// first, as far as they are told apart.
func (l *Label) Calls() []ssa.CallInstruction {
	var calls []ssa.CallInstruction
	for f := l.memory.originOf(l.node).at; f != nil && f.call != nil; f = f.caller {
		calls = append(calls, f.call)
	}
	return calls
}

// Same reports whether both labels name the same place.
func (l *Label) Same(other *Label) bool { return l.memory == other.memory && l.node == other.node }

// SameObject reports whether both labels name places in the same object.
func (l *Label) SameObject(other *Label) bool {
	return l.memory == other.memory && l.memory.sys.cells[l.node].object == other.memory.sys.cells[other.node].object
}

// Pos returns where the object is made.
func (l *Label) Pos() token.Pos {
	if l.Site() == nil {
		return token.NoPos
	}
	return l.Site().Pos()
}

func (l *Label) position() token.Position { return positionOf(l.Site(), l.Pos()) }

// positionOf resolves a position in the function, or package, of a value.
func positionOf(v ssa.Value, pos token.Pos) token.Position {
	switch {
	case v == nil || !pos.IsValid():
		return token.Position{}
	case v.Parent() != nil:
		return v.Parent().Prog.Fset.Position(pos)
	}
	if g, ok := v.(*ssa.Global); ok {
		return g.Pkg.Prog.Fset.Position(pos)
	}
	return token.Position{}
}

// Path returns the fields that lead from the object to the place: "" for the
// object itself, else like ".store.mu". "[]" is an element of an array,
// "[key]" and "[value]" are those of maps and "<-" is that of a channel.
func (l *Label) Path() string {
	o := l.memory.sys.objects[l.memory.sys.cells[l.node].object]
	t := l.Type()
	if t == nil {
		return ""
	}
	path := l.memory.path(t, l.node-o.first)
	if l.Kind() == MakeSlice || l.Kind() == Append {
		return "[]" + path
	}
	return path
}

// path returns the way to a cell of a type.
func (m *memory) path(t types.Type, off int32) string {
	if _, ok := t.Underlying().(*types.Array); ok {
		return "[]" + m.path(elem(t), off)
	}
	if off == 0 {
		return ""
	}
	off--
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for _, f := range fields(t) {
			if size := m.layout(f.Type()).size(); off >= size {
				off -= size
				continue
			}
			return "." + f.Name() + m.path(f.Type(), off)
		}
	case *types.Chan:
		return "<-" + m.path(u.Elem(), off)
	case *types.Map:
		if size := m.layout(u.Key()).size(); off >= size {
			return "[value]" + m.path(u.Elem(), off-size)
		}
		return "[key]" + m.path(u.Key(), off)
	}
	return ""
}

// String returns the kind, what is made, where, and the path in it, like
// "new server.Store at store.go:12:7 .mu".
func (l *Label) String() string {
	var b strings.Builder
	b.WriteString(l.Kind().String())
	switch site := l.Site().(type) {
	case nil:
		if t := l.Type(); t != nil {
			b.WriteString(" " + types.TypeString(t, (*types.Package).Name))
		}
	case *ssa.Global:
		b.WriteString(" " + site.String())
	default:
		b.WriteString(" " + types.TypeString(l.Type(), (*types.Package).Name))
	}
	if pos := l.position(); pos.IsValid() && l.Kind() != Global {
		fmt.Fprintf(&b, " at %s", shortPosition(pos))
	}
	for _, call := range l.Calls() {
		fmt.Fprintf(&b, " from %s", shortPosition(call.Parent().Prog.Fset.Position(call.Pos())))
	}
	if path := l.Path(); path != "" {
		b.WriteString(" " + path)
	}
	return b.String()
}

// shortPosition leaves the directory out.
func shortPosition(p token.Position) string {
	p.Filename = p.Filename[strings.LastIndexAny(p.Filename, `/\`)+1:]
	return p.String()
}
