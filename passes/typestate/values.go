package typestate

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// This file is questions about SSA values and their types alone.

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

func isStdFunc(fn *ssa.Function) bool {
	obj, ok := fn.Object().(*types.Func)
	return ok && obj.Pkg() != nil && stdlib.Is(obj.Pkg().Path())
}

// receiver returns the receiver of a method call and the name of the method.
func receiver(c *ssa.CallCommon) (ssa.Value, string) {
	if c.IsInvoke() {
		return c.Value, c.Method.Name()
	}
	if fn := c.StaticCallee(); fn != nil && fn.Signature.Recv() != nil && len(c.Args) > 0 {
		if o := fn.Origin(); o != nil {
			fn = o
		}
		return c.Args[0], fn.Name()
	}
	return nil, ""
}

func calleeName(c *ssa.CallCommon) string {
	if c.IsInvoke() {
		return c.Value.Name() + "." + c.Method.Name()
	}
	return c.Value.Name()
}

func constructorName(v ssa.Value) string {
	if call, ok := v.(*ssa.Call); ok {
		if obj := syncop.CalledFunc(&call.Call); obj != nil {
			return obj.FullName()
		}
	}
	return "new"
}

// errorOf is the error among the results of a call, or nil.
func errorOf(call *ssa.Call) ssa.Value {
	if call.Referrers() == nil {
		return nil
	}
	for _, r := range *call.Referrers() {
		if e, ok := r.(*ssa.Extract); ok && isError(e.Type()) {
			return e
		}
	}
	return nil
}

// ignored reports whether a call returns an error that is not looked at. To end
// once more what has ended may do nothing but that: a deferred Close is meant for
// the paths without another one.
func ignored(in ssa.CallInstruction) bool {
	results := in.Common().Signature().Results()
	if n := results.Len(); n == 0 || !isError(results.At(n-1).Type()) {
		return false
	}
	v := in.Value()
	return v == nil || v.Referrers() == nil || len(*v.Referrers()) == 0
}

// onlyDeferred reports whether a function literal is run when the function returns
// and at no other time.
func onlyDeferred(fn *ssa.MakeClosure) bool {
	for _, r := range *fn.Referrers() {
		if d, ok := r.(*ssa.Defer); !ok || d.Call.Value != ssa.Value(fn) {
			return false
		}
	}
	return true
}

func fieldOf(fa *ssa.FieldAddr) *types.Var {
	st, ok := syncop.Elem(fa.X.Type()).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	return st.Field(fa.Field)
}

func fieldName(fa *ssa.FieldAddr) string {
	if f := fieldOf(fa); f != nil {
		return f.Name()
	}
	return ""
}

func calls(v ssa.Value, names []string) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	obj := syncop.CalledFunc(&call.Call)
	return obj != nil && slices.Contains(names, obj.FullName())
}
