package lockfacts

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

func isReference(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Chan:
		return true
	}
	return false
}

func pointsToStruct(t types.Type) bool {
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	_, ok = p.Elem().Underlying().(*types.Struct)
	return ok
}

// justStored returns the value that was stored into a variable before a load in
// the same block, when no call comes in between that could store another.
func justStored(load *ssa.UnOp) ssa.Value {
	cell, ok := load.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var stored ssa.Value
	for _, in := range load.Block().Instrs {
		switch in := in.(type) {
		case *ssa.Store:
			if in.Addr == cell {
				stored = in.Val
			}
		case *ssa.UnOp:
			if in == load {
				return stored
			}
		case ssa.CallInstruction, *ssa.RunDefers:
			stored = nil
		}
	}
	return nil
}

// lastStored looks through the variable in which a function with defers keeps a
// result while they run.
func lastStored(v ssa.Value) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return v
	}
	cell, ok := load.X.(*ssa.Alloc)
	if !ok {
		return v
	}
	stored := v
	for _, in := range load.Block().Instrs {
		if in == ssa.Instruction(load) {
			break
		}
		if s, ok := in.(*ssa.Store); ok && s.Addr == cell {
			stored = s.Val
		}
	}
	return stored
}

// resultValue returns the value of the i-th of n results, or nil.
func resultValue(call *ssa.Call, i, n int) ssa.Value {
	if n == 1 {
		return call
	}
	if call.Referrers() == nil {
		return nil
	}
	for _, r := range *call.Referrers() {
		if e, ok := r.(*ssa.Extract); ok && e.Index == i {
			return e
		}
	}
	return nil
}
