package syncop

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/stdlib"
)

// endNames are the names of functions that never return, without package and type: most functions
// have another one.
var endNames = func() map[string]bool {
	names := map[string]bool{"FailNow": true}
	for _, key := range stdlib.FunctionsWith(stdlib.Ends) {
		names[key[strings.LastIndexByte(key, '.')+1:]] = true
	}
	return names
}()

// Ends reports whether a function never returns to its caller, as far as its name
// tells. It knows a list of the standard library, the methods of loggers, and the
// functions that end a test.
func Ends(fn *types.Func) bool {
	return endNames[fn.Name()] && (stdlib.EffectOf(ObjectKey(fn)).Has(stdlib.Ends) || endsTest(fn)) || isFatal(fn)
}

// isFatal reports whether a function without results has one of the names by which logging packages tell
// that it ends the program. Their bodies seldom show it: their last call is of a variable.
func isFatal(fn *types.Func) bool {
	switch fn.Name() {
	case "Fatal", "Fatalf", "Fatalln", "Fatalw", "FatalDepth", "FatalfDepth", "FatallnDepth":
		return fn.Signature().Results().Len() == 0
	}
	return false
}

// endsTest reports whether a method of an interface ends the test that it is called for: one of testing.TB, or FailNow
// of an interface that libraries of assertions have for testing.T.
func endsTest(m *types.Func) bool {
	sig := m.Signature()
	if sig.Recv() == nil || !types.IsInterface(sig.Recv().Type()) {
		return false
	}
	if m.Pkg() != nil && m.Pkg().Path() == "testing" {
		return stdlib.EffectOf("(*testing.common)." + m.Name()).Has(stdlib.Ends)
	}
	return m.Name() == "FailNow" && sig.Params().Len() == 0 && sig.Results().Len() == 0
}

// CalledFunc returns the declared function or the method that a call names, or nil.
func CalledFunc(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method
	}
	fn := c.StaticCallee()
	if fn == nil {
		return nil
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	obj, _ := fn.Object().(*types.Func)
	return obj
}

// IsNoReturnCall reports whether an instruction is a call that never returns, as far as the name of
// the function tells, such as t.Fatal.
func IsNoReturnCall(in ssa.Instruction) bool {
	call, ok := in.(*ssa.Call)
	if !ok {
		return false
	}
	fn := CalledFunc(&call.Call)
	return fn != nil && Ends(fn)
}

// IsLastCall is IsNoReturnCall for source, where panic is a function as well.
func IsLastCall(info *types.Info, call *ast.CallExpr) bool {
	var name *ast.Ident
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		name = fun
	case *ast.SelectorExpr:
		name = fun.Sel
	default:
		return false
	}
	fn, ok := info.Uses[name].(*types.Func)
	return ok && Ends(fn) || info.Uses[name] == types.Universe.Lookup("panic")
}
