package syncop

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// storesLast reports whether a literal that assigns to a variable runs only when the
// function returns, and does not ask for it again afterwards, as no code does: until then
// the variable has the value that the function gave it.
//
//	locked := false
//	defer func() {
//		if !locked { mu.Lock(); locked = true }
//		mu.Unlock()
//	}()
func storesLast(mc *ssa.MakeClosure, x *ssa.Alloc) bool {
	if !isDeferred(mc) {
		return false
	}
	for _, r := range *x.Referrers() {
		if load, ok := r.(*ssa.UnOp); ok && isAfterDefers(load) {
			return false
		}
	}
	fn := mc.Fn.(*ssa.Function)
	for i, b := range mc.Bindings {
		if b == ssa.Value(x) && !asksFirst(fn.FreeVars[i]) {
			return false
		}
	}
	return true
}

// LoadsFinalValue reports whether a deferred literal loads a variable by a free variable of its own.
// The loaded value is then that of the function's last store.
func LoadsFinalValue(v *ssa.FreeVar) bool {
	cell, ok := Captured(v).(*ssa.Alloc)
	if !ok || StoredElsewhere(cell) {
		return false
	}
	for _, r := range *cell.Referrers() {
		if mc, ok := r.(*ssa.MakeClosure); ok && mc.Fn == v.Parent() && !isDeferred(mc) {
			return false
		}
	}
	return true
}

// isDeferred reports whether nothing is done with a literal but to defer it.
func isDeferred(mc *ssa.MakeClosure) bool {
	return !slices.ContainsFunc(*mc.Referrers(), func(r ssa.Instruction) bool {
		d, ok := r.(*ssa.Defer)
		_, debug := r.(*ssa.DebugRef)
		return !debug && (!ok || d.Call.Value != mc)
	})
}

// isAfterDefers reports whether an instruction may run after the deferred calls.
func isAfterDefers(in ssa.Instruction) bool {
	if in.Block() == in.Parent().Recover {
		return true
	}
	for _, other := range in.Block().Instrs {
		if other == in {
			return false
		}
		if _, ok := other.(*ssa.RunDefers); ok {
			return true
		}
	}
	return false
}

// asksFirst reports whether a literal loads a variable only before it stores to it.
func asksFirst(v *ssa.FreeVar) bool {
	var stores, loads []ssa.Instruction
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr != v {
				return false
			}
			stores = append(stores, r)
		case *ssa.UnOp:
			loads = append(loads, r)
		case *ssa.DebugRef:
		default:
			return false
		}
	}
	return !slices.ContainsFunc(stores, func(s ssa.Instruction) bool {
		return slices.ContainsFunc(loads, func(l ssa.Instruction) bool { return CanReach(s, l) })
	})
}
