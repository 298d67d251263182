package syncop

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// FailsTest reports whether a call is one of the methods by which a test fails, and goes on, or a function that is given what
// has them and says by its name that it does so.
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
