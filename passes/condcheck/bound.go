package condcheck

import (
	"go/constant"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// passes reports whether a write takes a number or the length of a list or map in the
// direction in which it passes the bound that a waiter compares it with.
func (m *model) passes(t test, c write) bool {
	left, op, _ := cutComparison(t.text)
	var wanted token.Token
	switch op {
	case ">=", ">":
		wanted = token.SUB
	case "<", "<=":
		wanted = token.ADD
	}
	switch {
	case wanted == token.ILLEGAL:
		return false
	case left == "len("+c.class+")":
		return wanted == token.SUB && m.shrinks(c) || wanted == token.ADD && isAppend(c.value)
	case left == c.class, strings.HasPrefix(left, "sync/atomic.Load") && strings.HasSuffix(left, "(&"+c.class+")"):
		return step(c) == wanted
	}
	return false
}

// cutComparison takes a comparison apart.
func cutComparison(text string) (left, op, right string) {
	for _, op := range []string{" >= ", " <= ", " > ", " < "} {
		if left, right, ok := strings.Cut(text, op); ok {
			return left, strings.TrimSpace(op), right
		}
	}
	return "", "", ""
}

// atomicStep is step for a number that sync/atomic adds a constant to.
func atomicStep(c write) token.Token {
	call, ok := c.in.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil || !strings.HasPrefix(syncop.Key(call.Call.StaticCallee()), "sync/atomic.Add") {
		return token.ILLEGAL
	}
	k, ok := call.Call.Args[1].(*ssa.Const)
	switch {
	case !ok || k.Value == nil:
		return token.ILLEGAL
	case constant.Sign(k.Value) < 0:
		return token.SUB
	}
	return token.ADD
}

// shrinks reports whether a write takes something out of a list or map.
func (m *model) shrinks(c write) bool {
	if call, ok := c.in.(*ssa.Call); ok && isBuiltin(call.Call.Value) {
		return call.Call.Value.Name() == "delete"
	}
	return m.isShorter(c.value)
}

// isShorter reports whether a list is a part of another one: cut off at its end, with
// something in the middle left out, or what a function of the package has cut off.
func (m *model) isShorter(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Slice:
		return v.High != nil && v.Low == nil
	case *ssa.Call:
		if isAppend(v) {
			_, cut := v.Call.Args[0].(*ssa.Slice)
			_, rest := v.Call.Args[1].(*ssa.Slice)
			return cut && rest && m.isShorter(v.Call.Args[0])
		}
		f := m.callee(v)
		return f != nil && f.Fn.Signature.Results().Len() == 1 && m.cuts(f)
	}
	return false
}

// cuts reports whether all that a function returns is one of its parameters, cut off.
func (m *model) cuts(f *lockfacts.Func) bool {
	found := false
	for _, b := range f.Fn.Blocks {
		ret, ok := syncop.Terminator(b).(*ssa.Return)
		if !ok {
			continue
		}
		cut, ok := ret.Results[0].(*ssa.Slice)
		if !ok || !m.isShorter(cut) {
			return false
		}
		if _, ok := cut.X.(*ssa.Parameter); !ok {
			return false
		}
		found = true
	}
	return found
}

// signalsBeside reports whether a function that changes something signals a Cond on a
// way that leads past the change. A signal on another path does not announce the change.
func (m *model) signalsBeside(f *lockfacts.Func, change ssa.Instruction, node string) bool {
	for i := range f.Events {
		ev := &f.Events[i]
		if !m.isSignal(ev, node) {
			continue
		}
		at := func(call ssa.CallInstruction) bool { return call.Pos() == ev.Position() }
		if ev.Async != "" {
			at = func(call ssa.CallInstruction) bool { return site(m.r, f, call).Pos == ev.Async }
		}
		if beside(f.Fn, at, change, ev.Dynamic != nil) {
			return true
		}
	}
	return false
}

// signalsAround reports whether a function that calls another one, which changes
// something, signals on a way that leads past the call.
func (m *model) signalsAround(caller, changer *lockfacts.Func, node string) bool {
	found, known := false, false
	calls(caller.Fn, func(call ssa.CallInstruction) {
		if m.callee(call) == changer {
			known = true
			found = found || m.signalsBeside(caller, happens(call), node)
		}
	})
	return found || !known
}

// happens is where a call happens: a deferred one at an end of its function.
func happens(call ssa.CallInstruction) ssa.Instruction {
	if _, deferred := call.(*ssa.Defer); deferred {
		for _, b := range call.Parent().Blocks {
			for _, in := range b.Instrs {
				if _, ok := in.(*ssa.RunDefers); ok {
					return in
				}
			}
		}
	}
	return call
}

// beside reports whether one of the calls in a function and an instruction are on one way
// through it, or only that the call comes after it: an earlier call for something else
// does not know of a change.
func beside(fn *ssa.Function, at func(ssa.CallInstruction) bool, in ssa.Instruction, after bool) bool {
	known, found := false, false
	calls(fn, func(call ssa.CallInstruction) {
		if at(call) {
			known = true
			found = found || syncop.CanReach(in, call) || !after && syncop.CanReach(call, in)
		}
	})
	return found || !known
}
