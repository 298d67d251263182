package lockfacts

import (
	"golang.org/x/tools/go/ssa"
)

// got is the name of the result of a method that only returns a field: that of the field,
// unless the caller assigns to it. Two calls are then one condition, as two reads are.
func (w *walker) got(call *ssa.Call) string {
	callee := call.Call.StaticCallee()
	if callee == nil || len(call.Call.Args) == 0 {
		return ""
	}
	fn := w.pkg.declared(callee)
	if fn == nil {
		return ""
	}
	field := returnedField(fn)
	if field == nil || w.assignsTo(w.pkg.selector(fn, field.X.(*ssa.FieldAddr))) {
		return ""
	}
	env := environment{params: w.args(call.Call.Args), owned: w.frame.Norm}
	if p := env.path(w.pkg.frame(fn).AccessPath(field)); p.Known() {
		return p.String()
	}
	return ""
}

// returnedField returns the read of a field that is all that a function does, or nil.
func returnedField(fn *ssa.Function) *ssa.UnOp {
	if len(fn.Blocks) != 1 {
		return nil
	}
	for _, in := range fn.Blocks[0].Instrs {
		switch in := in.(type) {
		case *ssa.FieldAddr, *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Return:
			if len(in.Results) != 1 {
				return nil
			}
			load, ok := in.Results[0].(*ssa.UnOp)
			if !ok {
				return nil
			}
			if _, ok := load.X.(*ssa.FieldAddr); ok {
				return load
			}
		default:
			return nil
		}
	}
	return nil
}

// assignsTo reports whether the function assigns to a field.
func (w *walker) assignsTo(selector string) bool {
	for _, b := range w.fn.Blocks {
		for _, in := range b.Instrs {
			if st, ok := in.(*ssa.Store); ok {
				if fa, ok := st.Addr.(*ssa.FieldAddr); ok && w.pkg.selector(w.fn, fa) == selector {
					return true
				}
			}
		}
	}
	return false
}
