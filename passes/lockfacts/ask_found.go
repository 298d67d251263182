package lockfacts

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// Who looks for an object asks by a variable whether it was found, which is nil otherwise:
//
//	var found *conn
//	for _, c := range p.conns {
//		if c.tryLock() {
//			found = c
//			break
//		}
//	}
//	if found == nil {
//		return
//	}
//
// So it is also where function literals capture the variable: then it is no phi (see isFound), and what is stored in it is
// followed.

// isLookedFor reports whether a variable that literals capture is an element or a field of others, or nil where it is
// tested before it was assigned to.
func (w *walker) isLookedFor(cell *ssa.Alloc) bool {
	if known, ok := w.lookedFor[cell]; ok {
		return known
	}
	if w.lookedFor == nil {
		w.lookedFor = map[*ssa.Alloc]bool{}
	}
	w.lookedFor[cell] = isLookedFor(cell)
	return w.lookedFor[cell]
}

func isLookedFor(cell *ssa.Alloc) bool {
	if _, ok := syncop.Elem(cell.Type()).Underlying().(*types.Pointer); !ok || !cell.Heap || syncop.StoredElsewhere(cell) {
		return false
	}
	var tests []ssa.Instruction
	found := false
	for _, in := range *cell.Referrers() {
		switch in := in.(type) {
		case *ssa.Store:
			if !syncop.IsNil(in.Val) && !isElement(in.Val) {
				return false
			}
			found = true
		case *ssa.UnOp:
			if isTestedForNil(in) {
				tests = append(tests, in)
			}
		}
	}
	unassigned := false
	syncop.After(cell, func(in ssa.Instruction) bool {
		st, ok := in.(*ssa.Store)
		unassigned = unassigned || slices.Contains(tests, in)
		return !ok || st.Addr != cell
	})
	return found && unassigned
}

func isTestedForNil(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(in ssa.Instruction) bool {
		eq, ok := in.(*ssa.BinOp)
		return ok && syncop.IsNil(eq.Y)
	})
}

// isElement reports whether a value is read from an element or a field.
func isElement(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	switch load.X.(type) {
	case *ssa.IndexAddr, *ssa.FieldAddr:
		return true
	}
	return false
}
