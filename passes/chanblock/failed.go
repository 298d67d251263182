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

// failsTest reports whether a call is one of the methods by which a test fails, and goes on, or a function that is given what
// has them and says by its name that it does so.
func failsTest(call *ssa.CallCommon) bool {
	m := call.Method
	if fn := call.StaticCallee(); fn != nil {
		m, _ = fn.Object().(*types.Func)
	}
	if m == nil || m.Pkg() == nil {
		return false
	}
	switch m.Name() {
	case "Error", "Errorf":
		return m.Pkg().Path() == "testing"
	case "Fail", "Failf":
		in := m.Signature().Params()
		return m.Pkg().Path() == "testing" || in.Len() > 0 && hasErrorf(in.At(0).Type())
	}
	return false
}

// hasErrorf reports whether a type is an interface that a test has, as libraries of assertions declare it.
func hasErrorf(t types.Type) bool {
	if !types.IsInterface(t) {
		return false
	}
	m, _, _ := types.LookupFieldOrMethod(t, false, nil, "Errorf")
	_, ok := m.(*types.Func)
	return ok
}
