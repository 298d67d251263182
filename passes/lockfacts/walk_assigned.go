package lockfacts

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// What a function puts into a field before a call, the called function finds there:
//
//	cd.next = s.levels[0]
//	cd.lockLevels() // locks s.levels[0]

// An assignment is the only store of a function to a field that points to a struct.
type assignment struct {
	at   *ssa.Store
	slot string // what is reached through the field, as a path: "P1.next->"
	val  syncop.AccessPath
}

// assignments returns those of the function whose field others can see. In most
// functions there are none.
func (w *walker) assignments() []assignment {
	if w.assigns != nil {
		return w.assigns
	}
	w.assigns = []assignment{}
	count := map[string]int{}
	for _, b := range w.fn.Blocks {
		for _, in := range b.Instrs {
			st, ok := in.(*ssa.Store)
			if !ok {
				continue
			}
			fa, ok := st.Addr.(*ssa.FieldAddr)
			if !ok || !pointsToStruct(st.Val.Type()) {
				continue
			}
			slot, val := w.frame.AccessPath(fa), w.frame.AccessPath(st.Val)
			count[lastSelector(slot.Path)]++
			if slot.Outer() && val.Known() {
				w.assigns = append(w.assigns, assignment{st, slot.String() + "->", val})
			}
		}
	}
	w.assigns = slices.DeleteFunc(w.assigns, func(a assignment) bool { return count[lastSelector(a.slot)] > 1 || w.isChanged(a) })
	return w.assigns
}

// finds returns how a function that is called there finds the access paths of this one by the
// names of what was assigned before, or nil when there is nothing like that.
func (w *walker) finds(at ssa.Instruction) func(syncop.AccessPath) syncop.AccessPath {
	var known []assignment
	for _, a := range w.assignments() {
		if syncop.Dominates(a.at, at) {
			known = append(known, a)
		}
	}
	if len(known) == 0 {
		return nil
	}
	return func(p syncop.AccessPath) syncop.AccessPath {
		for _, a := range known {
			if rest, ok := strings.CutPrefix(p.String(), a.slot); ok {
				p.Root, p.Path = a.val.Root, a.val.Path+rest
			}
		}
		return p
	}
}

// isChanged reports whether a function that is called behind an assignment assigns to the
// field as well.
func (w *walker) isChanged(a assignment) bool {
	sel, changed := lastSelector(a.slot), false
	syncop.After(a.at, func(in ssa.Instruction) bool {
		call, ok := in.(ssa.CallInstruction)
		if !ok || call.Common().StaticCallee() == nil {
			return !changed
		}
		stores := w.pkg.stores[w.pkg.key(call.Common().StaticCallee())]
		changed = changed || slices.ContainsFunc(stores, func(k HeapWrite) bool { return lastSelector(k.Slot.Path) == sel })
		return !changed
	})
	return changed
}
