package guard

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// maxResultBlocks bounds the functions whose results are looked at.
const maxResultBlocks = 8

// result is the knowledge about the one result of a call: the function's results in the blocks that its
// arguments let control come to. The function calls nothing itself, so that the search ends.
func (e Environment) result(call *ssa.Call) (all Value) {
	fn := call.Call.StaticCallee()
	if _, basic := call.Type().Underlying().(*types.Basic); !basic || fn == nil || len(fn.Blocks) == 0 || len(fn.Blocks) > maxResultBlocks || fn.Recover != nil || calls(fn) {
		return Value{}
	}
	r, first := e.passes(&call.Call, fn).reach(fn), true
	for _, b := range fn.Blocks {
		ret, ok := last(b).(*ssa.Return)
		if !ok || !r.blocks[b] {
			continue
		}
		k := r.eval(ret.Results[0], 0)
		if !first {
			k = all.or(k)
		}
		all, first = k, false
	}
	return all
}

// calls reports whether a function has a call.
func calls(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if _, ok := in.(ssa.CallInstruction); ok {
				return true
			}
		}
	}
	return false
}
