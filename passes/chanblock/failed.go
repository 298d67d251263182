package chanblock

import (
	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// A test that has failed has said so, and ends soon:
//
//	select {
//	case <-done:
//	case <-time.After(time.Second):
//		t.Error("not done in time")
//	}
//
// A goroutine that it leaves behind then is not worth a second report.

// failures returns the blocks of a function in which it says that a test has failed.
func failures(fn *ssa.Function) map[*ssa.BasicBlock]bool {
	blocks := map[*ssa.BasicBlock]bool{}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(*ssa.Call); ok && syncop.FailsTest(call.Common()) {
				blocks[b] = true
			}
		}
	}
	return blocks
}

// failsAlways reports whether a value is the error of a call that returns with one in any case.
func failsAlways(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	return ok && call.Call.StaticCallee() != nil && stdlib.EffectOf(syncop.Key(call.Call.StaticCallee())).Has(stdlib.Fails)
}
