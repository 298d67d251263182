package lockheld

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// told reports whether a wait depends on a variable that who answers sets: when the
// waiter has read it with the lock, the other one has had the lock already.
func told(r *lockfacts.Reporter, w, a *lockfacts.Block, node string) bool {
	waiter, other := function(r, w.Func), function(r, a.Func)
	if waiter == nil || other == nil || len(w.Via) > 0 || len(a.Via) > 0 {
		return false
	}
	at, answer := instruction(waiter.Fn, w), instruction(other.Fn, a)
	if at == nil || answer == nil {
		return false
	}
	asked := fieldsAsked(r, waiter, at)
	frame := r.Facts.Frame(other.Fn)
	for _, b := range other.Fn.Blocks {
		for _, in := range b.Instrs {
			store, ok := in.(*ssa.Store)
			if !ok || !slices.Contains(asked, frame.Place(store.Addr).Class()) || !b.Dominates(answer.Block()) {
				continue
			}
			if !lockedBetween(r, other, store, answer, node) {
				return true
			}
		}
	}
	return false
}

// function is the function of the package with that name.
func function(r *lockfacts.Reporter, name string) *lockfacts.Func {
	i := slices.IndexFunc(r.Facts.Funcs, func(f *lockfacts.Func) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return r.Facts.Funcs[i]
}

// instruction is that of an operation on a channel.
func instruction(fn *ssa.Function, b *lockfacts.Block) ssa.Instruction {
	for _, block := range fn.Blocks {
		for _, in := range block.Instrs {
			switch in.(type) {
			case *ssa.Send, *ssa.Select, *ssa.UnOp:
				if in.Pos() == b.Position() {
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
	for _, d := range syncop.Decides(at.Block(), func(*ssa.BasicBlock) bool { return false }) {
		cond := d.If.Cond
		if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
			cond = not.X
		}
		if load, ok := cond.(*ssa.UnOp); ok && load.Op == token.MUL {
			if field, ok := load.X.(*ssa.FieldAddr); ok {
				list = append(list, frame.Place(field).Class())
			}
		}
	}
	return list
}

// lockedBetween reports whether a function takes a lock of that name after one
// instruction and before another.
func lockedBetween(r *lockfacts.Reporter, f *lockfacts.Func, from, to ssa.Instruction, node string) bool {
	return slices.ContainsFunc(f.Events, func(ev lockfacts.Event) bool {
		if !ev.IsAcquire() || ev.Obj.Node() != node || ev.Async != "" {
			return false
		}
		for _, b := range f.Fn.Blocks {
			for _, in := range b.Instrs {
				if call, ok := in.(*ssa.Call); ok && call.Pos() == ev.Position() && syncop.Comes(from, call) && syncop.Comes(call, to) {
					return true
				}
			}
		}
		return false
	})
}
