package lockheld

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// told reports whether a wait depends on a variable that who answers sets: when the
// waiter has read it with the lock, the other one has had the lock already.
func told(r *lockfacts.Reporter, w, a *lockfacts.Communication, node string) bool {
	other := r.Facts.Func(a.Func)
	if other == nil || len(a.Via) > 0 {
		return false
	}
	answer := instruction(other.Fn, a)
	if answer == nil {
		return false
	}
	asked := asks(r, w)
	if len(asked) == 0 {
		return false
	}
	frame := r.Facts.Frame(other.Fn)
	for _, b := range other.Fn.Blocks {
		for _, in := range b.Instrs {
			addr := sets(in)
			if addr == nil || !slices.Contains(asked, frame.AccessPath(addr).Class()) || !b.Dominates(answer.Block()) {
				continue
			}
			if !lockedBetween(r, other, in, answer, node) {
				return true
			}
		}
	}
	return false
}

// asks returns the classes of the fields that decide whether control comes to a wait, in the
// functions on the way to it.
func asks(r *lockfacts.Reporter, w *lockfacts.Communication) []string {
	var list []string
	for i, site := range append(slices.Clone(w.Via), w.Site) {
		f := r.Facts.Func(site.Func)
		if f == nil {
			continue
		}
		at := instruction(f.Fn, w)
		if i < len(w.Via) {
			call := r.Facts.CallAt(site)
			if call == nil {
				continue
			}
			at = call
		}
		if at != nil {
			list = append(list, fieldsAsked(r, f, at)...)
		}
	}
	return list
}

// sets is the variable that an instruction gives a value.
func sets(in ssa.Instruction) ssa.Value {
	switch in := in.(type) {
	case *ssa.Store:
		return in.Addr
	case *ssa.Call:
		if name := atomicOp(&in.Call); name != "" && !strings.HasPrefix(name, "Load") {
			return in.Call.Args[0]
		}
	}
	return nil
}

// atomicOp is the name of the function of sync/atomic that a call calls, or "".
func atomicOp(call *ssa.CallCommon) string {
	fn := call.StaticCallee()
	if fn == nil || fn.Object() == nil || fn.Object().Pkg() == nil || fn.Object().Pkg().Path() != "sync/atomic" || len(call.Args) == 0 {
		return ""
	}
	return fn.Name()
}

// instruction is that of an operation on a channel.
func instruction(fn *ssa.Function, b *lockfacts.Communication) ssa.Instruction {
	at := b.Site.Token()
	for _, block := range fn.Blocks {
		for _, in := range block.Instrs {
			switch in := in.(type) {
			case *ssa.Send, *ssa.Select, *ssa.UnOp:
				if in.Pos() == at {
					return in
				}
			case *ssa.Call, *ssa.Defer:
				if in.Pos() == at && b.Op == trace.OpClose {
					return in
				}
			}
		}
	}
	return nil
}

// fieldsAsked returns the classes of the fields that decide whether control comes to
// an instruction.
func fieldsAsked(r *lockfacts.Reporter, f *lockfacts.Func, at ssa.Instruction) []string {
	var list []string
	frame := r.Facts.Frame(f.Fn)
	for _, d := range syncop.ControlDependence(at.Block(), func(*ssa.BasicBlock) bool { return false }) {
		if field, ok := askedOf(d.If.Cond).(*ssa.FieldAddr); ok {
			list = append(list, frame.AccessPath(field).Class())
		}
	}
	return list
}

// askedOf is the variable that a condition is about, or nil: it is true, or equals a constant.
func askedOf(cond ssa.Value) ssa.Value {
	switch v := cond.(type) {
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return v.X
		}
		return askedOf(v.X)
	case *ssa.BinOp:
		if _, ok := v.Y.(*ssa.Const); ok && (v.Op == token.EQL || v.Op == token.NEQ) {
			return askedOf(v.X)
		}
	case *ssa.Call:
		if strings.HasPrefix(atomicOp(&v.Call), "Load") {
			return v.Call.Args[0]
		}
	}
	return nil
}

// lockedBetween reports whether a function takes a lock of that name after one
// instruction and before another.
func lockedBetween(r *lockfacts.Reporter, f *lockfacts.Func, from, to ssa.Instruction, node string) bool {
	_, atEnd := to.(*ssa.Defer)
	return slices.ContainsFunc(f.Events, func(ev lockfacts.Event) bool {
		if !ev.IsAcquire() || ev.Obj.Node() != node || ev.Async != "" {
			return false
		}
		for _, b := range f.Fn.Blocks {
			for _, in := range b.Instrs {
				if call, ok := in.(*ssa.Call); ok && call.Pos() == ev.Position() && syncop.CanReach(from, call) && (atEnd || syncop.CanReach(call, to)) {
					return true
				}
			}
		}
		return false
	})
}
