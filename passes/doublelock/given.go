package doublelock

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// A caller that has a lock often says so by an option, which is a function:
//
//	func (r *Registry) Set(k string, opts ...Option) { var o options; for _, f := range opts { f(&o) }; if !o.locked { r.mu.Lock(); … } }
//	func (r *Registry) SetAll() { r.mu.Lock(); r.Set("a", Locked()); … }
//
// The effects of such functions on o are not known here. A caller that gives none leaves o as it is.

// isOpen reports whether the branch to an acquisition is on a value that functions have set which a caller gives.
func isOpen(r *lockfacts.Reporter, e *lockfacts.Edge) bool {
	sites := append(slices.Clone(e.To.Via), e.To.Site)
	for i := range sites[1:] {
		at := r.Facts.CallAt(sites[i+1])
		if at == nil {
			continue
		}
		for _, d := range syncop.ControlDependence(at.Block(), func(*ssa.BasicBlock) bool { return false }) {
			if slices.ContainsFunc(setBy(d.If.Cond), func(p *ssa.Parameter) bool { return isGiven(r, p, sites[:i+1]) }) {
				return true
			}
		}
	}
	return false
}

// isGiven reports whether the last of the calls gives functions as an argument. An argument of the first function
// may have none.
func isGiven(r *lockfacts.Reporter, p *ssa.Parameter, calls []lockfacts.Site) bool {
	if len(calls) == 0 {
		return false
	}
	at, i := r.Facts.CallAt(calls[len(calls)-1]), slices.Index(p.Parent().Params, p)
	if at == nil || at.Call.StaticCallee() != p.Parent() || i >= len(at.Call.Args) {
		return false
	}
	switch arg := at.Call.Args[i].(type) {
	case *ssa.Const:
		return false
	case *ssa.Parameter:
		return isGiven(r, arg, calls[:len(calls)-1])
	}
	return true
}

// setBy is the parameters with functions that may set what a condition is about.
func setBy(cond ssa.Value) (list []*ssa.Parameter) {
	switch v := cond.(type) {
	case *ssa.UnOp:
		return setBy(v.X)
	case *ssa.BinOp:
		return append(setBy(v.X), setBy(v.Y)...)
	case *ssa.FieldAddr:
		return setBy(v.X)
	case *ssa.Field:
		return setBy(v.X)
	case *ssa.Alloc:
		for _, use := range *v.Referrers() {
			switch use := use.(type) {
			case ssa.CallInstruction:
				list = append(list, functionsOf(use.Common())...)
			case *ssa.Store:
				if call, ok := use.Val.(*ssa.Call); ok {
					list = append(list, functionsOf(&call.Call)...)
				}
			}
		}
	}
	return list
}

// functionsOf is the parameters with several functions of which a call calls one, or that it hands on.
func functionsOf(call *ssa.CallCommon) (list []*ssa.Parameter) {
	from := call.Args
	if call.StaticCallee() == nil {
		from = append(slices.Clone(from), call.Value)
	}
	for _, v := range from {
		if p := elementOf(v); p != nil && holdsFunctions(p.Type()) {
			list = append(list, p)
		}
	}
	return list
}

// elementOf is the parameter that a value is, or an element of.
func elementOf(v ssa.Value) *ssa.Parameter {
	switch v := v.(type) {
	case *ssa.Parameter:
		return v
	case *ssa.UnOp:
		return elementOf(v.X)
	case *ssa.IndexAddr:
		return elementOf(v.X)
	}
	return nil
}

// holdsFunctions reports whether a type is a list of functions, or of objects with methods.
func holdsFunctions(t types.Type) bool {
	list, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	switch e := list.Elem().Underlying().(type) {
	case *types.Signature:
		return true
	case *types.Interface:
		return e.NumMethods() > 0
	}
	return false
}
