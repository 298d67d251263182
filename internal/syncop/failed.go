package syncop

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// FailsTest reports whether a call marks a test as failed and continues. The call is such a method of package testing. It may
// also be a function that takes a value with these methods and has a name that says so.
func FailsTest(call *ssa.CallCommon) bool {
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
