package lockfacts

import "golang.org/x/tools/go/ssa"

// appendedTo returns the values that an append adds, if v is one.
func appendedTo(v ssa.Value) []ssa.Value {
	call, ok := v.(*ssa.Call)
	if !ok {
		return nil
	}
	if b, ok := call.Call.Value.(*ssa.Builtin); !ok || b.Name() != "append" || len(call.Call.Args) < 2 {
		return nil
	}
	sl, ok := call.Call.Args[1].(*ssa.Slice)
	if !ok {
		return nil
	}
	array, ok := sl.X.(*ssa.Alloc)
	if !ok || array.Referrers() == nil {
		return nil
	}
	var list []ssa.Value
	for _, r := range *array.Referrers() {
		ia, ok := r.(*ssa.IndexAddr)
		if !ok || ia.Referrers() == nil {
			continue
		}
		for _, s := range *ia.Referrers() {
			if st, ok := s.(*ssa.Store); ok && st.Addr == ia {
				list = append(list, st.Val)
			}
		}
	}
	return list
}

// closureOf returns the literal that a value is, also in an interface, or nil.
func closureOf(v ssa.Value) *ssa.MakeClosure {
	switch v := v.(type) {
	case *ssa.MakeClosure:
		return v
	case *ssa.ChangeType:
		return closureOf(v.X)
	case *ssa.MakeInterface:
		return closureOf(v.X)
	}
	return nil
}
