package missingunlock

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// toldElsewhere reports whether a deferred function literal asks a flag that another
// literal sets, which may run at any time: whether the lock is released at a return
// cannot be told then.
func toldElsewhere(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			d, ok := in.(*ssa.Defer)
			if !ok {
				continue
			}
			mc, ok := d.Call.Value.(*ssa.MakeClosure)
			if !ok {
				continue
			}
			for _, flag := range mc.Bindings {
				if setByAnother(flag, mc) {
					return true
				}
			}
		}
	}
	return false
}

// setByAnother reports whether a literal assigns to a captured flag, or another one
// within it.
func setByAnother(flag ssa.Value, but *ssa.MakeClosure) bool {
	cell, ok := flag.Type().Underlying().(*types.Pointer)
	if !ok || !isBool(cell.Elem()) || flag.Referrers() == nil {
		return false
	}
	for _, in := range *flag.Referrers() {
		mc, ok := in.(*ssa.MakeClosure)
		if !ok || mc == but {
			continue
		}
		for i, b := range mc.Bindings {
			if b == flag && assigns(mc.Fn.(*ssa.Function).FreeVars[i]) {
				return true
			}
		}
	}
	return false
}

func assigns(v *ssa.FreeVar) bool {
	for _, in := range *v.Referrers() {
		if s, ok := in.(*ssa.Store); ok && s.Addr == v {
			return true
		}
	}
	return setByAnother(v, nil)
}
