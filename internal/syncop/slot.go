package syncop

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/trace/form"
)

// maxSlotDepth bounds how many variables on the way are looked through.
const maxSlotDepth = 6

// Slots returns the variables, fields and elements from which a value may have been read. An
// earlier store has put it there. A value that comes from more than one access path has more
// than one slot. A value that was made here has none.
func (f *Frame) Slots(v ssa.Value) []AccessPath { return f.slots(v, 0) }

func (f *Frame) slots(v ssa.Value, depth int) []AccessPath {
	if depth > maxSlotDepth {
		return nil
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.ARROW {
			return []AccessPath{f.Element(v.X, v.Type())}
		}
		if v.Op != token.MUL {
			return nil
		}
		if al, ok := v.X.(*ssa.Alloc); ok {
			return f.storedIn(al, depth)
		}
		return []AccessPath{f.AccessPath(v.X)}
	case *ssa.Lookup:
		return []AccessPath{f.Element(v.X, v.Type())}
	case *ssa.Field:
		return []AccessPath{f.field(f.structOf(v.X), v.X.Type(), v.Field)}
	case *ssa.Extract:
		return f.slotsOfExtract(v, depth)
	case *ssa.Call:
		if Atomic(&v.Call) {
			return []AccessPath{f.AccessPath(v.Call.Args[0])}
		}
	case *ssa.Phi:
		var all []AccessPath
		for _, e := range v.Edges {
			all = append(all, f.slots(e, depth+2)...)
		}
		return all
	case *ssa.TypeAssert:
		return f.slots(v.X, depth+1)
	case *ssa.ChangeType:
		return f.slots(v.X, depth+1)
	case *ssa.ChangeInterface:
		return f.slots(v.X, depth+1)
	case *ssa.MakeInterface:
		return f.slots(v.X, depth+1)
	}
	return nil
}

func (f *Frame) slotsOfExtract(v *ssa.Extract, depth int) []AccessPath {
	switch t := v.Tuple.(type) {
	case *ssa.Lookup:
		return []AccessPath{f.Element(t.X, v.Type())}
	case *ssa.UnOp:
		return []AccessPath{f.Element(t.X, v.Type())}
	case *ssa.TypeAssert:
		return f.slots(t.X, depth+1)
	case *ssa.Next:
		if r, ok := t.Iter.(*ssa.Range); ok {
			return []AccessPath{f.Element(r.X, v.Type())}
		}
	}
	return nil
}

// storedIn returns the slots of all values that a local variable is given.
func (f *Frame) storedIn(al *ssa.Alloc, depth int) []AccessPath {
	var all []AccessPath
	if al.Referrers() == nil {
		return nil
	}
	for _, r := range *al.Referrers() {
		if s, ok := r.(*ssa.Store); ok && s.Addr == al {
			all = append(all, f.slots(s.Val, depth+2)...)
		}
	}
	return all
}

// Element is the access path of some element of a slice, map or channel.
func (f *Frame) Element(container ssa.Value, elem types.Type) AccessPath {
	p := f.AccessPath(container)
	if u, ok := container.(*ssa.UnOp); ok && u.Op == token.MUL {
		if _, isField := u.X.(*ssa.FieldAddr); isField {
			p = f.load(f.AccessPath(u.X), u.Type()) // whichever the field holds
		}
	}
	p.Path += AnyIndex
	p.Types += form.Elements + typeSegment(elem)
	return p
}

// Atomic reports whether a call reads or writes a variable of package
// sync/atomic that holds a reference.
func Atomic(call *ssa.CallCommon) bool {
	fn := call.StaticCallee()
	if fn == nil {
		return false
	}
	switch objectName(fn) {
	case "Load", "Store", "Swap":
	default:
		return false // without the cost of a key
	}
	switch Key(fn) {
	case "(*sync/atomic.Value).Load", "(*sync/atomic.Pointer[T]).Load",
		"(*sync/atomic.Value).Store", "(*sync/atomic.Pointer[T]).Store",
		"(*sync/atomic.Value).Swap", "(*sync/atomic.Pointer[T]).Swap":
		return true
	}
	return false
}
