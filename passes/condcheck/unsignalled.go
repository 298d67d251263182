package condcheck

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// nobodySignals reports a Wait at a Cond without any Signal or Broadcast (von Praun's
// pattern). It is certain when all operations on the Cond are seen: it lies in an unexported
// field or a variable, and does not escape.
func (m *model) nobodySignals(w *wait) {
	node := w.cond.Node()
	if node == "" || token.IsExported(node[strings.LastIndexByte(node, '.')+1:]) || m.wakes(w) || m.goesElsewhere(node) {
		return
	}
	class := w.cond.Class()
	m.r.Report(lockfacts.Finding{
		Check: checks.CondNobodySignals, Pos: w.call.Pos(),
		Message: fmt.Sprintf("%s.Wait waits for ever: no goroutine calls Signal or Broadcast", lockfacts.ShortClass(class)),
		Sides:   []lockfacts.Side{{Steps: []lockfacts.Step{{Op: "wait", Class: class, Site: site(m.r, w.f, w.call)}}}},
	}, []lockgraph.EdgeKey{{Func: w.f.Name, Class: class}})
}

// goesElsewhere reports whether a Cond is used otherwise than for its methods.
func (m *model) goesElsewhere(node string) bool {
	for _, f := range m.r.Facts.Funcs {
		frame := m.r.Facts.Frame(f.Fn)
		for _, b := range f.Fn.Blocks {
			for _, in := range b.Instrs {
				if st, ok := in.(*ssa.Store); ok && isPointer(st.Val) && isCond(st.Val) && !isNil(st.Val) && frame.AccessPath(st.Addr).Node() == node && !isNewCond(st.Val) {
					return true // other code has it by another name
				}
				for _, v := range in.Operands(nil) {
					if *v != nil && isCond(*v) && frame.AccessPath(*v).Node() == node && !ordinary(in, *v) {
						return true
					}
				}
			}
		}
	}
	return false
}

func isCond(v ssa.Value) bool {
	_, isAlloc := v.(*ssa.Alloc)
	return !isAlloc && syncop.Elem(v.Type()).String() == "sync.Cond"
}

// ordinary reports whether an instruction only sets a Cond up, finds it, or
// calls a method of it.
func ordinary(in ssa.Instruction, cond ssa.Value) bool {
	switch in := in.(type) {
	case *ssa.DebugRef, *ssa.UnOp, *ssa.FieldAddr, *ssa.BinOp:
		return true
	case *ssa.Store:
		return in.Addr == cond || isNewCond(in.Val)
	case ssa.CallInstruction:
		_, ok := syncop.OpOf(in.Common())
		return ok
	}
	return false
}

func isPointer(v ssa.Value) bool {
	_, ok := v.Type().Underlying().(*types.Pointer)
	return ok
}

func isNil(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.IsNil()
}

// isNewCond reports whether a value is the result of sync.NewCond.
func isNewCond(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	return ok && call.Call.StaticCallee() != nil && syncop.Key(call.Call.StaticCallee()) == "sync.NewCond"
}

// forgotten reports a change that fulfils the condition of a waiting goroutine, in a function
// that does not signal and whose callers do not.
func (m *model) forgotten(w *wait) {
	if !m.wakes(w) || w.entry {
		return
	}
	others := m.notCounting(w)
	for _, t := range w.tests {
		if len(t.fields) == 0 || !m.ends(w, t) {
			continue
		}
		for _, f := range m.r.Facts.Funcs {
			for _, c := range m.writesOf(f) {
				if slices.Contains(t.fields, c.class) && slices.Contains(others, c.class) && escapes(c.path) && (len(t.fields) == 1 && releases(t, c) || m.passes(t, c)) && !m.told(f, c.in, w.cond.Node()) {
					m.unsignalled(w, f, c)
				}
			}
		}
	}
}

// ends reports whether a test ends the wait on its own, when it comes out the
// other way: it is evaluated each time, and no other test can lead to the Wait then.
func (m *model) ends(w *wait, t test) bool {
	branch := t.branch.If.Block()
	out := branch.Succs[0]
	if t.branch.Taken {
		out = branch.Succs[1]
	}
	if !branch.Dominates(w.call.Block()) {
		return false
	}
	seen := map[*ssa.BasicBlock]bool{branch: true}
	work := []*ssa.BasicBlock{out}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] || m.changesHands(b) {
			continue
		}
		if b == w.call.Block() {
			return false
		}
		seen[b] = true
		work = append(work, b.Succs...)
	}
	return true
}

// releases reports whether a write makes the test of a waiter come out the
// other way: a flag that is set, a counter that goes to zero or away from it, or a list that gets longer.
func releases(t test, c write) bool {
	switch {
	case strings.HasPrefix(t.text, "true "), strings.HasPrefix(t.text, "false "):
		k, ok := c.value.(*ssa.Const)
		return ok && k.Value != nil && k.Value.Kind() == constant.Bool && !strings.HasPrefix(t.text, fmt.Sprint(constant.BoolVal(k.Value))+" ") && strings.Count(t.text, " ") == 1
	case strings.HasSuffix(t.text, "> 0:int"), strings.HasSuffix(t.text, "!= 0:int"):
		return step(c) == token.SUB
	case strings.HasSuffix(t.text, "== 0:int"):
		return step(c) == token.ADD || strings.HasPrefix(t.text, "len(") && isAppend(c.value)
	}
	return false
}

func isAppend(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	return ok && isBuiltin(call.Call.Value) && call.Call.Value.Name() == "append"
}

// step is the operation by which a write changes a counter by a constant.
func step(c write) token.Token {
	b, ok := c.value.(*ssa.BinOp)
	if !ok {
		return atomicStep(c)
	}
	load, isLoad := b.X.(*ssa.UnOp)
	_, isConst := b.Y.(*ssa.Const)
	st, isStore := c.in.(*ssa.Store)
	if !isLoad || !isConst || !isStore || !sameField(load.X, st.Addr) {
		return token.ILLEGAL
	}
	return b.Op
}

func sameField(a, b ssa.Value) bool {
	x, ok := a.(*ssa.FieldAddr)
	y, ok2 := b.(*ssa.FieldAddr)
	return ok && ok2 && x.Field == y.Field && x.X.Type() == y.X.Type() || a == b
}

// told reports whether a function that changes something signals a Cond, itself, through
// calls, or by its callers. Unknown callers that have the lock may signal (a method that
// container/heap calls).
func (m *model) told(f *lockfacts.Func, change ssa.Instruction, node string) bool {
	callers := m.r.Facts.Calls(f)
	if m.signalsBeside(f, change, node) || len(callers) == 0 && !m.lockedAt(change, "") {
		return true
	}
	for _, c := range callers {
		if m.signalsAround(c.From, f, node) {
			return true
		}
	}
	return f.Fn.Parent() != nil || f.Imprecise
}

// isSignal reports whether an event signals a Cond, or may. An unresolved call may when one of
// its possible targets does.
func (m *model) isSignal(ev *lockfacts.Event, node string) bool {
	if ev.Dynamic != nil && ev.Op == trace.OpNone {
		return m.openSignals(node)
	}
	return (ev.Op == trace.OpSignal || ev.Op == trace.OpBroadcast) && ev.Obj.Node() == node
}

// openSignals reports whether a Cond is signalled by a function that is exported or has
// unknown callers.
func (m *model) openSignals(node string) bool {
	known, ok := m.open[node]
	if !ok {
		known = slices.ContainsFunc(m.r.Facts.Funcs, func(f *lockfacts.Func) bool {
			open := token.IsExported(f.Fn.Name()) || len(m.r.Facts.Calls(f)) == 0
			return open && slices.ContainsFunc(f.Events, func(ev lockfacts.Event) bool {
				return (ev.Op == trace.OpSignal || ev.Op == trace.OpBroadcast) && ev.Async == "" && ev.Obj.Node() == node
			})
		})
		m.open[node] = known
	}
	return known
}

func (m *model) unsignalled(w *wait, f *lockfacts.Func, c write) {
	class := w.cond.Class()
	m.r.Report(lockfacts.Finding{
		Check: checks.CondForgottenSignal, Pos: c.in.Pos(),
		Message: fmt.Sprintf("%s ends what %s waits for, but no goroutine signals %s here: the waiters are not woken",
			lockfacts.ShortClass(c.class), lockfacts.Chain(nil, site(m.r, w.f, w.call)), lockfacts.ShortClass(class)),
		Sides: []lockfacts.Side{{Steps: []lockfacts.Step{{Op: "wait", Class: class, Site: site(m.r, w.f, w.call)}}}},
	}, []lockgraph.EdgeKey{{Func: f.Name, Class: c.class}})
}
