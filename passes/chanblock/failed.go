package chanblock

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A test that has failed has said so, and ends soon:
//
//	select {
//	case <-done:
//	case <-time.After(time.Second):
//		t.Error("not done in time")
//	}
//
// What it leaves behind then is not worth a second report.

// failures returns the blocks of a function in which it says that a test has failed.
func failures(fn *ssa.Function) map[*ssa.BasicBlock]bool {
	blocks := map[*ssa.BasicBlock]bool{}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(*ssa.Call); ok && failsTest(call.Common()) {
				blocks[b] = true
			}
		}
	}
	return blocks
}

// failsTest reports whether a call is one of the methods by which a test fails, and goes on.
func failsTest(call *ssa.CallCommon) bool {
	m := call.Method
	if fn := call.StaticCallee(); fn != nil {
		m, _ = fn.Object().(*types.Func)
	}
	if m == nil || m.Pkg() == nil || m.Pkg().Path() != "testing" {
		return false
	}
	switch m.Name() {
	case "Error", "Errorf", "Fail":
		return true
	}
	return false
}
