package typestate

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// This file is about objects in the fields of structs that the function makes.

// A part is a field of a struct and its value, as the composite literal has it.
type part struct {
	store *ssa.Store
	field string
}

// maxNesting bounds structs in structs.
const maxNesting = 8

// parts returns the objects in the fields of a struct.
func (w *walker) parts(s *state, c *ssa.Alloc) []ref {
	if w.depth >= maxNesting {
		return nil
	}
	w.depth++
	defer func() { w.depth-- }()
	var list []ref
	for _, p := range w.partsOf(c) {
		for _, r := range w.refs(s, p.store.Val) {
			if r.how == itself {
				list = append(list, ref{r.obj, owner, p.field})
			}
		}
	}
	return list
}

// partsOf returns the fields of a struct that are assigned where it is made, before
// other code can know it, and nowhere else.
func (w *walker) partsOf(c *ssa.Alloc) []part {
	if list, ok := w.fields[c]; ok {
		return list
	}
	w.fields[c] = nil
	if _, ok := c.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct); !ok {
		return nil
	}
	stores := map[int][]*ssa.Store{}
	names := map[int]string{}
	known := len(c.Block().Instrs) // where other code may know it
	for i, in := range c.Block().Instrs {
		if i < known && slices.Contains(*c.Referrers(), in) && !isOnlyAssigned(in) {
			known = i
		}
	}
	for _, r := range *c.Referrers() {
		fa, ok := r.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		names[fa.Field] = fieldName(fa)
		for _, use := range *fa.Referrers() {
			if st, ok := use.(*ssa.Store); ok && st.Addr == ssa.Value(fa) {
				stores[fa.Field] = append(stores[fa.Field], st)
			}
		}
	}
	for field, list := range stores {
		if len(list) == 1 && list[0].Block() == c.Block() && slices.Index(c.Block().Instrs, ssa.Instruction(list[0])) < known {
			w.fields[c] = append(w.fields[c], part{list[0], "." + names[field]})
		}
	}
	slices.SortFunc(w.fields[c], func(a, b part) int { return int(a.store.Pos() - b.store.Pos()) })
	return w.fields[c]
}

// isOnlyAssigned reports whether an instruction is a field to which something is assigned.
func isOnlyAssigned(in ssa.Instruction) bool {
	fa, ok := in.(*ssa.FieldAddr)
	if !ok {
		_, isDebug := in.(*ssa.DebugRef)
		return isDebug
	}
	return !slices.ContainsFunc(*fa.Referrers(), func(use ssa.Instruction) bool {
		st, ok := use.(*ssa.Store)
		return !ok || st.Addr != ssa.Value(fa)
	})
}

// storesPart reports whether an assignment puts objects, and nothing but them, into a struct
// that is followed.
func (w *walker) storesPart(s *state, in *ssa.Store) bool {
	fa, ok := in.Addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	c, ok := fa.X.(*ssa.Alloc)
	if !ok || !slices.ContainsFunc(w.partsOf(c), func(p part) bool { return p.store == in }) {
		return false
	}
	refs := w.refs(s, in.Val)
	return len(refs) > 0 && !slices.ContainsFunc(refs, func(r ref) bool { return r.how != itself })
}

// exposes gives an object away when a field of it is read by which it can be brought
// to its end: exec.Cmd.Process has a Wait of its own.
func (w *walker) exposes(s *state, fa *ssa.FieldAddr) {
	f := fieldOf(fa)
	if f == nil || f.Embedded() {
		return
	}
	for _, r := range w.refs(s, fa.X) {
		if r.how != itself || r.obj.proto == nil {
			continue
		}
		for m := range types.NewMethodSet(f.Type()).Methods() {
			if r.obj.proto.ends(m.Obj().Name()) {
				s.escape(r.obj)
			}
		}
	}
}

// readLater reports whether a φ that has an object is asked for after the place where
// that is made anew, before it gets another value.
func readLater(phi *ssa.Phi, born ssa.Value) bool {
	at := born.(ssa.Instruction).Block()
	reached := map[*ssa.BasicBlock]bool{}
	work := slices.Clone(at.Succs)
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == phi.Block() || reached[b] {
			continue
		}
		reached[b] = true
		work = append(work, b.Succs...)
	}
	return slices.ContainsFunc(*phi.Referrers(), func(use ssa.Instruction) bool {
		if _, isDebug := use.(*ssa.DebugRef); isDebug {
			return false
		}
		if reached[use.Block()] {
			return true
		}
		i := slices.Index(at.Instrs, born.(ssa.Instruction))
		return use.Block() == at && slices.Index(at.Instrs, use) > i
	})
}
