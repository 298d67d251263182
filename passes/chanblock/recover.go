package chanblock

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// recovers reports whether a function has a literal that recovers, or defers a function of the package that does: then the program
// does not die of a panic there.
func recovers(fn *ssa.Function) bool {
	return slices.ContainsFunc(fn.AnonFuncs, callsRecover) || anyInstr(fn, func(in ssa.Instruction) bool {
		d, ok := in.(*ssa.Defer)
		if !ok || d.Call.StaticCallee() == nil {
			return false
		}
		return callsRecover(d.Call.StaticCallee())
	})
}

// callsRecover reports whether a function calls recover itself: a call after a further one has no effect.
func callsRecover(fn *ssa.Function) bool {
	return anyInstr(fn, func(in ssa.Instruction) bool {
		call, ok := in.(*ssa.Call)
		if !ok {
			return false
		}
		builtin, ok := call.Call.Value.(*ssa.Builtin)
		return ok && builtin.Name() == "recover"
	})
}

func anyInstr(fn *ssa.Function, is func(ssa.Instruction) bool) bool {
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool { return slices.ContainsFunc(b.Instrs, is) })
}
