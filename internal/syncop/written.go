package syncop

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A name such as s.m[k] or s.list[0].next is read each time that it is written. Between two reads the function may have
// put another object there. writes are the instructions of a function that do, grouped by the thing that they change, and reads.
type writes struct {
	fields   map[fieldKey][]ssa.Instruction // stores to a field
	wholes   []*ssa.Store                   // a struct or an array as a whole: x = T{}
	elements keyed                          // stores to an element of a slice or an array
	maps     keyed                          // m[k] = v, delete(m, k), clear(m)
	loads    map[fieldKey][]ssa.Instruction // reads of a field, in the order of the blocks; nil until it is asked for
	lookups  map[string][]ssa.Instruction   // reads of a map, by the name of the index, in the order of the blocks

	fieldChanges map[fieldKey]*changes // those that were asked for
	overwritten  []overwritten         // those that were asked for
}

// An overwritten has the stores of values that contain one of a type.
type overwritten struct {
	typ     types.Type
	changes *changes
}

// written returns what the function writes.
func (f *Frame) written() *writes {
	if f.changed == nil {
		f.changed = &writes{fields: map[fieldKey][]ssa.Instruction{}, lookups: map[string][]ssa.Instruction{}, fieldChanges: map[fieldKey]*changes{}}
		for _, b := range f.Fn.Blocks {
			for _, in := range b.Instrs {
				f.changed.add(in)
			}
		}
	}
	return f.changed
}

func (w *writes) add(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.Store:
		switch to := in.Addr.(type) {
		case *ssa.FieldAddr:
			w.fields[keyOf(to)] = append(w.fields[keyOf(to)], in)
		case *ssa.IndexAddr:
			w.elements.add(to.Type(), to.Index, in)
		}
		if HasVariableParts(in.Val.Type()) && !Initialises(in) {
			w.wholes = append(w.wholes, in)
		}
	case *ssa.MapUpdate:
		w.maps.add(in.Map.Type(), in.Key, in)
	case *ssa.Lookup:
		w.lookups[IndexName(in.Index)] = append(w.lookups[IndexName(in.Index)], in)
	case *ssa.Call:
		if b, ok := in.Call.Value.(*ssa.Builtin); ok && (b.Name() == "delete" || b.Name() == "clear") {
			w.remove(in.Call.Args, in)
		}
	}
}

// remove adds a call that removes an entry of a map or all entries.
func (w *writes) remove(args []ssa.Value, in ssa.Instruction) {
	var key ssa.Value
	if len(args) > 1 {
		key = args[1]
	}
	w.maps.add(args[0].Type(), key, in)
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

// overwritten returns the stores that may give a value of a type, or a value that contains it, as a whole.
func (f *Frame) overwritten(t types.Type) *changes {
	for _, o := range f.written().overwritten {
		if types.Identical(o.typ, t) {
			return o.changes
		}
	}
	c := &changes{positions: &f.positions}
	for _, st := range f.written().wholes {
		if contains(st.Val.Type(), t) {
			c.list = append(c.list, st)
		}
	}
	f.written().overwritten = append(f.written().overwritten, overwritten{t, c})
	return c
}

// fieldChanges returns the stores that may assign to a field.
func (f *Frame) fieldChanges(field *ssa.FieldAddr) *changes {
	key := keyOf(field)
	c := f.written().fieldChanges[key]
	if c == nil {
		c = &changes{positions: &f.positions, list: slices.Concat(f.written().fields[key], f.overwritten(Elem(field.X.Type())).list)}
		f.written().fieldChanges[key] = c
	}
	return c
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
func (f *Frame) elementChanged(x *ssa.IndexAddr, at ssa.Instruction) bool {
	if _, isSlice := x.X.Type().Underlying().(*types.Slice); !isSlice && f.overwritten(Elem(x.X.Type())).mayPrecede(at) {
		return true
	}
	return f.written().elements.changes(x.Type(), x.Index, &f.positions).mayPrecede(at)
}

// entryChanges returns the instructions that may change what a map has for the key of a lookup.
func (f *Frame) entryChanges(l *ssa.Lookup) *changes {
	return f.written().maps.changes(l.X.Type(), l.Index, &f.positions)
}

// firstLookup is the first of the lookups that are known to find what one finds.
func (f *Frame) firstLookup(l *ssa.Lookup) *ssa.Lookup {
	name := IndexName(l.Index)
	for _, same := range f.sameVersion(f.entryChanges(l), name, f.written().lookups[name], l) {
		if same == ssa.Instruction(l) {
			break
		}
		from := same.(*ssa.Lookup)
		if Dominates(from, l) && f.AccessPath(from.X).Same(f.AccessPath(l.X)) {
			return from
		}
	}
	return l
}
