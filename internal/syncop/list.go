package syncop

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// listOf returns the list of package container/list that an element is one of, if it is
// always the same one. An element is to a list what an index is to a slice.
func listOf(v ssa.Value, seen []ssa.Value) ssa.Value {
	if slices.Contains(seen, v) || !isListElement(v.Type()) {
		return nil
	}
	seen = append(seen, v)
	switch v := v.(type) {
	case *ssa.Call:
		callee := v.Call.StaticCallee()
		if callee == nil || callee.Signature.Recv() == nil || len(v.Call.Args) == 0 {
			return nil
		}
		if arg := v.Call.Args[0]; isListElement(arg.Type()) { // Next, Prev
			return listOf(arg, seen)
		} else if isOfList(arg.Type(), "List") {
			return arg
		}
	case *ssa.Phi:
		var list ssa.Value
		for _, e := range v.Edges {
			of := listOf(e, seen)
			if of == nil && reachesBack(e, seen) {
				continue
			}
			if of == nil || list != nil && list != of {
				return nil
			}
			list = of
		}
		return list
	}
	return nil
}

// reachesBack reports whether an element is the successor of an element that is being looked at.
func reachesBack(v ssa.Value, seen []ssa.Value) bool {
	for {
		if slices.Contains(seen, v) {
			return true
		}
		call, ok := v.(*ssa.Call)
		if !ok || call.Call.StaticCallee() == nil || len(call.Call.Args) == 0 || !isListElement(call.Call.Args[0].Type()) {
			return false
		}
		v = call.Call.Args[0]
	}
}

func isListElement(t types.Type) bool { return isOfList(t, "Element") }

// isOfList reports whether a type is a pointer to one of container/list.
func isOfList(t types.Type, name string) bool {
	p, ok := t.(*types.Pointer)
	if !ok {
		return false
	}
	n, ok := p.Elem().(*types.Named)
	return ok && n.Obj().Name() == name && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "container/list"
}
