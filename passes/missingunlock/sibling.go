package missingunlock

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// releasedByAnother reports whether a function literal calls another one that it
// captures, and one beside it releases the lock: which of them a captured variable
// holds is not followed, and in all likelihood it is that one.
func releasedByAnother(r *lockfacts.Reporter, f *lockfacts.Func, h lockfacts.Held) bool {
	return f.Fn.Parent() != nil && callsCaptured(f.Fn) && slices.ContainsFunc(r.Facts.Funcs, func(g *lockfacts.Func) bool {
		return g != f && g.Fn.Parent() == f.Fn.Parent() && slices.ContainsFunc(g.Exits, func(e lockfacts.Exit) bool {
			return slices.ContainsFunc(e.Freed, func(u lockfacts.Freed) bool { return u.Lock.Node() == h.Lock.Node() })
		})
	})
}

// callsCaptured reports whether a literal calls a function in a captured variable.
func callsCaptured(fn *ssa.Function) bool {
	for _, v := range fn.FreeVars {
		for _, ref := range *v.Referrers() {
			if call, ok := ref.(*ssa.Call); ok && call.Call.Value == v {
				return true
			}
			load, ok := ref.(*ssa.UnOp)
			if ok && slices.ContainsFunc(*load.Referrers(), func(in ssa.Instruction) bool {
				call, ok := in.(*ssa.Call)
				return ok && call.Call.Value == load
			}) {
				return true
			}
		}
	}
	return false
}
