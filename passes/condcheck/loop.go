package condcheck

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// outOfLoop reports a Wait after which the condition is taken for granted. Wait
// does not hold the lock while it waits. So another goroutine that gets the lock first may
// have made the condition false again. It is harmless when no goroutine can do so, and when
// all waiters wait for the same.
func (m *model) outOfLoop(w *wait) {
	if !w.decision() || len(w.fields()) == 0 || m.promisesNothing(w) {
		return
	}
	why := ""
	switch {
	case m.consumes(w):
		why = "another goroutine may have taken what was waited for"
	case w.effects || w.entry || m.retested(w):
		return
	case m.sharesCond(w):
		why = "the wake-up may be meant for a goroutine that waits for something else"
	case slices.ContainsFunc(w.fields(), func(class string) bool { return m.unsteady[class] }):
		why = "what was waited for may have changed again"
	default:
		return
	}
	class := w.cond.Class()
	m.r.Report(lockfacts.Finding{
		Check: checks.CondWaitLoop, Pos: w.call.Pos(),
		Message: fmt.Sprintf("%s.Wait outside of a loop that tests again: when it returns, %s", lockfacts.ShortClass(class), why),
		Sides:   []lockfacts.Side{{Steps: []lockfacts.Step{{Op: "wait", Class: class, Site: site(m.r, w.f, w.call)}}}},
		Fixes:   m.fixLoop(w),
	}, []lockgraph.EdgeKey{{Func: w.f.Name, Class: class}})
}

// promisesNothing reports whether a function only waits: after Wait it lets go of the
// lock and returns, perhaps with the result of another method that takes the lock again.
// The caller has to look again, so that it does not matter when it returns.
func (m *model) promisesNothing(w *wait) bool {
	released, only := false, true
	syncop.After(w.call, func(in ssa.Instruction) bool {
		switch in := in.(type) {
		case *ssa.DebugRef, *ssa.Jump, *ssa.FieldAddr, *ssa.UnOp, *ssa.RunDefers, *ssa.Extract, *ssa.Return:
		case *ssa.Call:
			switch {
			case m.releases(in):
				released = true
			case !m.looksAgain(w, in):
				only = false
			}
		default:
			only = false
		}
		return only
	})
	return released && only && w.f.Fn.Signature.Results().Len() > 0
}

// looksAgain reports whether a call is one of a method of the same object that takes
// the lock and then tests what was waited for.
func (m *model) looksAgain(w *wait, call *ssa.Call) bool {
	f := m.callee(call)
	if f == nil || len(w.f.Fn.Params) == 0 || len(call.Call.Args) == 0 || call.Call.Args[0] != ssa.Value(w.f.Fn.Params[0]) {
		return false
	}
	locks := false
	calls(f.Fn, func(c ssa.CallInstruction) { locks = locks || m.takes(c) })
	return locks && intersect(m.readIn(f), w.fields())
}

// consumes reports whether the function changes what it waited for, before it
// tests it again. A change that it made before Wait, too, counts the waiter itself.
func (m *model) consumes(w *wait) bool {
	fields, found := m.notCounting(w), false
	syncop.After(w.call, func(in ssa.Instruction) bool {
		if m.isTest(w, in) || m.releases(in) {
			return false
		}
		if m.changes(w.f, in, fields) && !m.asksFirst(in, fields) {
			found = true
		}
		return !found
	})
	return found
}

// asksFirst reports whether an instruction calls a function that changes one of these variables
// only where it has tested one of them.
func (m *model) asksFirst(in ssa.Instruction, fields []string) bool {
	call, ok := in.(*ssa.Call)
	if !ok || m.callee(call) == nil {
		return false
	}
	f := m.callee(call)
	for _, b := range f.Fn.Blocks {
		changes := slices.ContainsFunc(b.Instrs, func(in ssa.Instruction) bool { return m.changes(f, in, fields) })
		if changes && !m.decidedBy(f, b, fields) {
			return false
		}
	}
	return true
}

// decidedBy reports whether a test of one of these variables decides whether control comes to a
// block.
func (m *model) decidedBy(f *lockfacts.Func, b *ssa.BasicBlock, fields []string) bool {
	never := func(*ssa.BasicBlock) bool { return false }
	return slices.ContainsFunc(syncop.ControlDependence(b, never), func(d syncop.Branch) bool {
		r := &reader{m: m, frame: m.r.Facts.Frame(f.Fn)}
		r.text(d.If.Cond, 0)
		return intersect(r.fields, fields)
	})
}

// notCounting returns the variables that decide about a wait and are not
// changed by the waiter itself on its way to it.
func (m *model) notCounting(w *wait) []string {
	fields := w.fields()
	onTheWay := func(in ssa.Instruction) bool {
		return w.blocks[in.Block()] || in.Block() == w.call.Block() && syncop.CanReach(in, w.call)
	}
	for _, c := range m.writesOf(w.f) {
		if onTheWay(c.in) {
			fields = slices.DeleteFunc(fields, func(class string) bool { return class == c.class })
		}
	}
	calls(w.f.Fn, func(call ssa.CallInstruction) {
		if f := m.callee(call); f != nil && onTheWay(call) {
			written := m.writtenIn(f, 1)
			fields = slices.DeleteFunc(fields, func(class string) bool { return slices.Contains(written, class) })
		}
	})
	return fields
}

// sharesCond reports whether others wait at the same Cond for something else.
func (m *model) sharesCond(w *wait) bool {
	return slices.ContainsFunc(m.waits, func(o *wait) bool {
		return o.cond.Node() != "" && o.cond.Node() == w.cond.Node() && len(o.fields()) > 0 && !intersect(o.fields(), w.fields())
	})
}
