package syncop

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/trace"
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

// undisturbed reports whether between two instructions is none that changes what is asked about, and none that other functions
// may come in by. Locks are taken to be held by other goroutines that do not change it.
func undisturbed(from, to ssa.Instruction, changes func(ssa.Instruction) bool) bool {
	disturbs := func(in ssa.Instruction) bool {
		if changes(in) {
			return true
		}
		switch in := in.(type) {
		case *ssa.Call:
			if _, ok := in.Call.Value.(*ssa.Builtin); ok {
				return false
			}
			sc, ok := OpOf(&in.Call)
			return !ok || sc.Op != trace.OpLock && sc.Op != trace.OpRLock
		case *ssa.UnOp:
			return in.Op == token.ARROW
		case *ssa.Send, *ssa.Select, *ssa.RunDefers:
			return true
		}
		return false
	}
	found := true
	After(from, func(in ssa.Instruction) bool {
		if in == from {
			return false
		}
		if in != to && found && disturbs(in) && reachesWithout(in, to, from) {
			found = false
		}
		return found
	})
	return found
}

// reachesWithout reports whether control comes from one instruction to another one and not through a third one.
func reachesWithout(a, b, not ssa.Instruction) bool {
	found := false
	After(a, func(in ssa.Instruction) bool {
		found = found || in == b
		return !found && in != not
	})
	return found
}
