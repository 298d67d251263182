package lockfacts

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// An object that lets go of a lock for its caller may remember by a flag that it has done so, and refuse to do it again:
//
//	func (tx *Tx) Rollback() error {
//		if tx.done {
//			return ErrDone
//		}
//		tx.done = true
//		tx.db.mu.Unlock()
//		return nil
//	}
//
// So it is with atomic variables (tx.done.CompareAndSwap(false, true)). As in ask_refused.go, who is refused has let go of
// the lock before. The flag says so when it is set only by functions that have released a lock of another object
// by the time that they return: a flag for a closed object says nothing about the object's own lock, which may
// have been taken again.

// A flagSet is a flag of an object that is set on a path.
type flagSet struct {
	object syncop.AccessPath
	sel    string
}

// flagSetAt is the flag that an instruction sets in any case, or nil: a field of an object that others may know.
func flagSetAt(in ssa.Instruction) *ssa.FieldAddr {
	switch in := in.(type) {
	case *ssa.Store:
		if fa, ok := in.Addr.(*ssa.FieldAddr); ok && isBool(in.Val.Type()) && isBoolConst(in.Val, true) {
			return knownField(fa)
		}
	case *ssa.Call:
		if fa, op := atomicFlag(&in.Call); op == "Store" && isBoolConst(in.Call.Args[1], true) {
			return fa
		}
	}
	return nil
}

// knownField is a field of an object that the function does not make itself, or nil.
func knownField(fa *ssa.FieldAddr) *ssa.FieldAddr {
	if _, isNew := fa.X.(*ssa.Alloc); isNew {
		return nil
	}
	return fa
}

// atomicFlag is the field of type atomic.Bool of which a call calls a method, and the name of that.
func atomicFlag(call *ssa.CallCommon) (fa *ssa.FieldAddr, op string) {
	fn := call.StaticCallee()
	if fn == nil || len(call.Args) == 0 || fn.Signature.Recv() == nil {
		return nil, ""
	}
	field, ok := call.Args[0].(*ssa.FieldAddr)
	if !ok || knownField(field) == nil {
		return nil, ""
	}
	if t, ok := syncop.Elem(field.Type()).(*types.Named); !ok || t.Obj().Name() != "Bool" || t.Obj().Pkg() == nil || t.Obj().Pkg().Path() != "sync/atomic" {
		return nil, ""
	}
	return field, fn.Name()
}

func isBoolConst(v ssa.Value, val bool) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.Value != nil && k.Value.Kind() == constant.Bool && constant.BoolVal(k.Value) == val
}

// asksFlag is the atomic flag that a condition asks, whether it has been set before when that comes out one way,
// and whether it is set now.
func asksFlag(cond ssa.Value, truth bool) (fa *ssa.FieldAddr, before, now bool) {
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		return asksFlag(not.X, !truth)
	}
	call, ok := cond.(*ssa.Call)
	if !ok {
		return nil, false, false
	}
	fa, op := atomicFlag(&call.Call)
	switch {
	case op == "Load":
		return fa, truth, false
	case op == "Swap" && isBoolConst(call.Call.Args[1], true):
		return fa, truth, !truth
	case op == "CompareAndSwap" && isBoolConst(call.Call.Args[2], true):
		return fa, !truth, truth
	}
	return nil, false, false
}

// findFlags finds the functions that set a flag. Until one has been walked, it does so without a release.
func (a *analyzer) findFlags() {
	for _, fn := range a.ssa.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				fa, told := setsFlag(in)
				switch {
				case fa == nil:
				case told:
					a.noteClear(selectorOf(fa), a.key(fn), false)
				default:
					a.noteClear(selectorOf(fa), a.key(fn)+" perhaps", false) // no walk tells
				}
			}
		}
	}
}

// setsFlag is the flag that an instruction may set, or nil, and whether a walk tells that it does: it is set in any case, or
// exchanged for true, of which a test of the result says so.
func setsFlag(in ssa.Instruction) (fa *ssa.FieldAddr, told bool) {
	if fa := flagSetAt(in); fa != nil {
		return fa, true
	}
	switch in := in.(type) {
	case *ssa.Store:
		if fa, ok := in.Addr.(*ssa.FieldAddr); ok && isBool(in.Val.Type()) && !isBoolConst(in.Val, false) {
			return knownField(fa), false
		}
	case *ssa.Call:
		fa, op := atomicFlag(&in.Call)
		if args := in.Call.Args; fa != nil && op != "Load" && !isBoolConst(args[len(args)-1], false) {
			return fa, isBoolConst(args[len(args)-1], true)
		}
	}
	return nil, false
}

// setFlag notes on a path that a flag is set.
func (w *walker) setFlag(s *state, fa *ssa.FieldAddr) {
	f := flagSet{object: w.frame.AccessPath(fa.X), sel: selectorOf(fa)}
	if !slices.Contains(s.flags, f) {
		s.flags = append(slices.Clip(s.flags), f)
	}
}

// askFlag notes what a test of an atomic flag says.
func (w *walker) askFlag(s *state, cond ssa.Value, truth bool) {
	fa, before, now := asksFlag(cond, truth)
	if fa == nil {
		return
	}
	if now {
		w.setFlag(s, fa)
	}
	if before && w.frame.AccessPath(fa).Outer() {
		s.refuse(w.cleared(selectorOf(fa)))
	}
}

// ended notes at a return whether a lock of another object has been released on the path on which a flag was set.
func (w *walker) ended(s *state) {
	for _, f := range s.flags {
		released := slices.ContainsFunc(s.released, func(u Released) bool {
			rest, below := strings.CutPrefix(u.Lock.Path, f.object.Path)
			return below && u.Lock.Root == f.object.Root && strings.Contains(rest, "->")
		})
		if w.info.clears == nil {
			w.info.clears = map[string]bool{}
		}
		behind, known := w.info.clears[f.sel]
		w.info.clears[f.sel] = released && (behind || !known)
	}
}
