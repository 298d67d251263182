package syncop

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// An index that is in a field has the same value at two reads when nothing in between may change the field:
//
//	s.parts[s.i].mu.Lock()
//	s.parts[s.i].mu.Lock() // waits for ever
//
// The name of the index is then that of the first read (global value numbering of loads, Alpern, Wegman and Zadeck, POPL
// 1988, restricted to reads that dominate). The program is taken to be free of data races on the field: other
// goroutines change it only while the function waits, or behind an unlock.

// indexName is IndexName, with one name for equal reads of a field.
func (f *Frame) indexName(v ssa.Value) string {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return IndexName(v)
	}
	field, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return IndexName(v)
	}
	return f.firstLoad(field, load).Name()
}

// firstLoad is the first of the reads of a field that are known to give what one gives.
func (f *Frame) firstLoad(field *ssa.FieldAddr, load *ssa.UnOp) *ssa.UnOp {
	for _, same := range f.loadsOf(field) {
		if same == load {
			break
		}
		if Dominates(same, load) && f.AccessPath(same.X).Same(f.AccessPath(field)) && f.keeps(field, same, load) {
			return same
		}
	}
	return load
}

// justStored is the object that a field is known to point to since a store: a parameter, or what
// the function has made. Else it is nil.
func (f *Frame) justStored(field *ssa.FieldAddr, load *ssa.UnOp) ssa.Value {
	for _, st := range f.stored[keyOf(field)] {
		switch st.Val.(type) {
		case *ssa.Parameter, *ssa.Alloc:
			if Dominates(st, load) && f.AccessPath(st.Addr).Same(f.AccessPath(field)) && f.keeps(field, st, load) {
				return st.Val
			}
		}
	}
	return nil
}

// loadsOf returns the reads of a field of any object in the function, in the order of the blocks.
func (f *Frame) loadsOf(field *ssa.FieldAddr) []*ssa.UnOp {
	if f.loads == nil {
		f.loads = map[fieldKey][]*ssa.UnOp{}
		for _, b := range f.Fn.Blocks {
			for _, in := range b.Instrs {
				if load, ok := in.(*ssa.UnOp); ok && load.Op == token.MUL {
					if fa, ok := load.X.(*ssa.FieldAddr); ok {
						f.loads[keyOf(fa)] = append(f.loads[keyOf(fa)], load)
					}
				}
			}
		}
	}
	return f.loads[keyOf(field)]
}

// keeps reports whether nothing between two instructions may change a field.
func (f *Frame) keeps(field *ssa.FieldAddr, from, to ssa.Instruction) bool {
	return undisturbed(from, to, func(in ssa.Instruction) bool {
		st, ok := in.(*ssa.Store)
		if !ok {
			return false
		}
		fa, ok := st.Addr.(*ssa.FieldAddr)
		return ok && keyOf(fa) == keyOf(field) || slices.Contains(f.written.wholes, st) && contains(st.Val.Type(), Elem(field.X.Type()))
	})
}
