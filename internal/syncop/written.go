package syncop

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A name such as s.m[k] or s.list[0].next is read each time that it is written. Between two reads the function may have
// put another object there. writes are the instructions of a function that do, apart from stores to a field.
type writes struct {
	wholes   []*ssa.Store      // a struct or an array as a whole: x = T{}
	elements []*ssa.Store      // an element of a slice or an array
	maps     []ssa.Instruction // m[k] = v, delete(m, k), clear(m)
	lookups  []*ssa.Lookup     // reads of a map
}

func (w *writes) add(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.Store:
		if _, ok := in.Addr.(*ssa.IndexAddr); ok {
			w.elements = append(w.elements, in)
		}
		if HasVariableParts(in.Val.Type()) && !Initialises(in) {
			w.wholes = append(w.wholes, in)
		}
	case *ssa.MapUpdate:
		w.maps = append(w.maps, in)
	case *ssa.Lookup:
		w.lookups = append(w.lookups, in)
	case *ssa.Call:
		if b, ok := in.Call.Value.(*ssa.Builtin); ok && (b.Name() == "delete" || b.Name() == "clear") {
			w.maps = append(w.maps, in)
		}
	}
}

// HasVariableParts reports whether values of a type have parts that are variables of their own: structs and arrays.
func HasVariableParts(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

// Initialises reports whether nothing is done with a local variable before a store gives it its first value.
func Initialises(st *ssa.Store) bool {
	cell, ok := st.Addr.(*ssa.Alloc)
	if !ok || cell.Referrers() == nil {
		return false
	}
	return !slices.ContainsFunc(*cell.Referrers(), func(ref ssa.Instruction) bool {
		_, debug := ref.(*ssa.DebugRef)
		return !debug && ref != ssa.Instruction(st) && !Dominates(st, ref)
	})
}

// overwritten reports whether a store before an instruction may have given a value of a type, or a value that contains
// it, as a whole.
func (w *writes) overwritten(t types.Type, at ssa.Instruction) bool {
	return slices.ContainsFunc(w.wholes, func(st *ssa.Store) bool { return mayPrecede(st, at) && contains(st.Val.Type(), t) })
}

// contains reports whether values of a type have values of another one in them, without a pointer in between.
func contains(outer, inner types.Type) bool {
	if types.Identical(outer, inner) {
		return true
	}
	switch t := outer.Underlying().(type) {
	case *types.Struct:
		for i := range t.NumFields() {
			if contains(t.Field(i).Type(), inner) {
				return true
			}
		}
	case *types.Array:
		return contains(t.Elem(), inner)
	}
	return false
}

// elementChanged reports whether the function may have put something into an element before it reads it.
func (w *writes) elementChanged(x *ssa.IndexAddr, at ssa.Instruction) bool {
	if _, isSlice := x.X.Type().Underlying().(*types.Slice); !isSlice && w.overwritten(Elem(x.X.Type()), at) {
		return true
	}
	return slices.ContainsFunc(w.elements, func(st *ssa.Store) bool {
		to := st.Addr.(*ssa.IndexAddr)
		return mayPrecede(st, at) && types.Identical(to.Type(), x.Type()) && !otherConstants(to.Index, x.Index)
	})
}

// entryChanged reports whether the function may have changed what a map has for a key before it looks there.
func (w *writes) entryChanged(l *ssa.Lookup) bool {
	return slices.ContainsFunc(w.maps, func(in ssa.Instruction) bool { return mayPrecede(in, l) && changes(in, l) })
}

// changes reports whether a change of a map may be one of the entry that a lookup reads.
func changes(in ssa.Instruction, l *ssa.Lookup) bool {
	m, key := changedEntry(in)
	return types.Identical(m.Type(), l.X.Type()) && (key == nil || !otherConstants(key, l.Index))
}

// firstLookup is the first of the lookups that are known to find what one finds.
func (f *Frame) firstLookup(l *ssa.Lookup) *ssa.Lookup {
	changed := func(in ssa.Instruction) bool { return slices.Contains(f.written.maps, in) && changes(in, l) }
	for _, same := range f.written.lookups {
		if same == l {
			break
		}
		if Dominates(same, l) && IndexName(same.Index) == IndexName(l.Index) && f.AccessPath(same.X).Same(f.AccessPath(l.X)) && undisturbed(same, l, changed) {
			return same
		}
	}
	return l
}

// changedEntry is the map that an instruction changes, and the key. The key is nil where all entries go.
func changedEntry(in ssa.Instruction) (m, key ssa.Value) {
	if up, ok := in.(*ssa.MapUpdate); ok {
		return up.Map, up.Key
	}
	args := in.(*ssa.Call).Call.Args
	if len(args) == 1 {
		return args[0], nil
	}
	return args[0], args[1]
}

// otherConstants reports whether two keys are constants that differ.
func otherConstants(x, y ssa.Value) bool {
	a, ok := x.(*ssa.Const)
	b, also := y.(*ssa.Const)
	return ok && also && ConstName(a) != ConstName(b)
}

// mayPrecede reports whether control may come from one instruction to another.
func mayPrecede(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() && slices.Index(a.Block().Instrs, a) < slices.Index(b.Block().Instrs, b) {
		return true
	}
	return Reaches(a.Block(), b.Block())
}
