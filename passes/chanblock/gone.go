package chanblock

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// isErrorOfCall reports whether a value is the error that a call has returned.
func isErrorOfCall(v ssa.Value) bool {
	if !types.Identical(v.Type(), types.Universe.Lookup("error").Type()) {
		return false
	}
	if ex, ok := v.(*ssa.Extract); ok {
		v = ex.Tuple
	}
	_, ok := v.(*ssa.Call)
	return ok
}

// returnFrom is where control that is at the start of a block may return without passing
// one of those to avoid.
func returnFrom(from *ssa.BasicBlock, avoid map[*ssa.BasicBlock]bool) token.Pos {
	seen := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] || avoid[b] || syncop.CallsNoReturn(b) {
			continue
		}
		seen[b] = true
		if ret, ok := syncop.Terminator(b).(*ssa.Return); ok {
			return endOf(ret)
		}
		work = append(work, b.Succs...)
	}
	return token.NoPos
}
