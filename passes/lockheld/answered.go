package lockheld

import (
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// Who waits only when a variable says that the answer has been given waits for nobody:
//
//	go func() { …; mu.Lock(); if !late { ch <- v; sent = true }; mu.Unlock() }()
//	…
//	mu.Lock()
//	if sent { v = <-ch }

// answered reports whether control comes to a wait only when a variable is true, which whoever answers
// sets behind the answer, and nobody else.
func answered(r *lockfacts.Reporter, w, a *lockfacts.Block) bool {
	waiter, other := r.Facts.Func(w.Site.Func), r.Facts.Func(a.Site.Func)
	if waiter == nil || other == nil {
		return false
	}
	at, answer := instruction(waiter.Fn, w), instruction(other.Fn, a)
	if at == nil || answer == nil {
		return false
	}
	for _, d := range syncop.Decides(at.Block(), func(*ssa.BasicBlock) bool { return false }) {
		if name, value, ok := asksWhether(r, waiter, d); ok && value && onlyBehind(r, answer, name) {
			return true
		}
	}
	return false
}

// asksWhether is the variable of type bool that a branch asks for, and with which value it is taken.
func asksWhether(r *lockfacts.Reporter, f *lockfacts.Func, d syncop.Branch) (name string, value, ok bool) {
	cond, value := d.If.Cond, d.Taken
	for {
		not, isNot := cond.(*ssa.UnOp)
		if !isNot || not.Op != token.NOT {
			break
		}
		cond, value = not.X, !value
	}
	load, ok := cond.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return "", false, false
	}
	name = variable(r, f.Fn, load.X)
	return name, value, name != ""
}

// variable is the name of a field or of a variable that literals share.
func variable(r *lockfacts.Reporter, fn *ssa.Function, addr ssa.Value) string {
	for {
		free, ok := addr.(*ssa.FreeVar)
		if !ok {
			break
		}
		if addr = syncop.Captured(free); addr == nil {
			return ""
		}
	}
	if cell, ok := addr.(*ssa.Alloc); ok {
		return syncop.Key(cell.Parent()) + " " + cell.Name()
	}
	if field, ok := addr.(*ssa.FieldAddr); ok {
		return r.Facts.Frame(fn).Place(field).Class()
	}
	return ""
}

// onlyBehind reports whether a variable becomes true somewhere in the package, and nowhere but
// behind an instruction. It is false at first.
func onlyBehind(r *lockfacts.Reporter, answer ssa.Instruction, name string) bool {
	found := false
	for _, f := range r.Facts.Funcs {
		for _, b := range f.Fn.Blocks {
			for _, in := range b.Instrs {
				st, ok := in.(*ssa.Store)
				if !ok || !mayBeTrue(st.Val) || variable(r, f.Fn, st.Addr) != name {
					continue
				}
				if f.Fn != answer.Parent() || !syncop.Dominates(answer, st) {
					return false
				}
				found = true
			}
		}
	}
	return found
}

// mayBeTrue reports whether a value of type bool is true, as far as is known.
func mayBeTrue(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return !ok || k.Value != nil && k.Value.Kind() == constant.Bool && constant.BoolVal(k.Value)
}
