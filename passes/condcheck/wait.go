package condcheck

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// A model has the operations of a package on Conds.
type model struct {
	r        *lockfacts.Reporter
	byKey    map[string]*lockfacts.Func
	waits    []*wait
	signals  []*signal
	writes   map[*lockfacts.Func][]write
	unsteady map[string]bool // classes of variables that change after they were set up
	open     map[string]bool // see openSignals
}

// A wait is a call of Cond.Wait, or of a function that does nothing before it
// calls Wait and leaves lock and test to its callers.
type wait struct {
	f    *lockfacts.Func
	call ssa.CallInstruction
	cond syncop.AccessPath
	section
	tests []test
}

// A signal is a call of Signal or Broadcast.
type signal struct {
	f    *lockfacts.Func
	call ssa.CallInstruction
	cond syncop.AccessPath
	all  bool // Broadcast
}

// A section is the code between taking the lock and Wait.
type section struct {
	locks   []ssa.Instruction        // where the lock is taken
	blocks  map[*ssa.BasicBlock]bool // on the way
	entry   bool                     // the lock is taken by callers
	effects bool                     // other goroutines may learn of the wait from the operations here
}

func newModel(r *lockfacts.Reporter) *model {
	m := &model{r: r, byKey: map[string]*lockfacts.Func{}, writes: map[*lockfacts.Func][]write{}, unsteady: map[string]bool{}, open: map[string]bool{}}
	for _, f := range r.Facts.Funcs {
		m.byKey[f.Key] = f
	}
	return m
}

// findOperations fills in the waits and the signals.
func (m *model) findOperations() {
	inner := map[string]syncop.AccessPath{} // functions that leave lock and test to their callers
	for _, f := range m.r.Facts.Funcs {
		m.conds(f, func(call ssa.CallInstruction, op trace.Op, cond syncop.AccessPath) {
			if op != trace.OpWait {
				m.signals = append(m.signals, &signal{f, call, cond, op == trace.OpBroadcast})
				return
			}
			w := m.newWait(f, call, cond)
			if w.entry && len(w.locks) == 0 && !w.asksOthers() && cond.Outer() && m.called(f) {
				inner[f.Key] = cond
				return
			}
			m.waits = append(m.waits, w)
		})
	}
	m.outerWaits(inner)
}

// asksOthers reports whether a waiter asks for anything that others may change, and not only for its arguments.
func (w *wait) asksOthers() bool {
	return slices.ContainsFunc(w.tests, func(t test) bool { return len(t.fields) > 0 })
}

// conds finds the operations on Conds in a function.
func (m *model) conds(f *lockfacts.Func, found func(ssa.CallInstruction, trace.Op, syncop.AccessPath)) {
	frame := m.r.Facts.Frame(f.Fn)
	calls(f.Fn, func(call ssa.CallInstruction) {
		if sc, ok := syncop.OpOf(call.Common()); ok {
			switch sc.Op {
			case trace.OpWait, trace.OpSignal, trace.OpBroadcast:
				found(call, sc.Op, storedIn(frame, sc.Recv))
			}
		}
	})
}

// storedIn is the access path of a Cond: where the function that makes it keeps it for others,
// in a field or a map, or else where it has it from.
func storedIn(frame *syncop.Frame, cond ssa.Value) syncop.AccessPath {
	if load, ok := cond.(*ssa.UnOp); ok {
		if cell, ok := load.X.(*ssa.Alloc); ok {
			if given, ok := syncop.OnlyStore(cell).(*ssa.Parameter); ok {
				return frame.AccessPath(given) // which a literal captures as well
			}
		}
	}
	made, ok := cond.(*ssa.Call)
	if !ok {
		return frame.AccessPath(cond)
	}
	for _, ref := range *made.Referrers() {
		switch ref := ref.(type) {
		case *ssa.MapUpdate:
			if ref.Value == cond {
				return frame.Element(ref.Map, cond.Type())
			}
		case *ssa.Store:
			if field, ok := ref.Addr.(*ssa.FieldAddr); ok && ref.Val == cond {
				return syncop.LoadOf(frame.AccessPath(field), cond.Type())
			}
		}
	}
	return frame.AccessPath(cond)
}

// outerWaits adds the calls of functions that only call Wait.
func (m *model) outerWaits(inner map[string]syncop.AccessPath) {
	if len(inner) == 0 {
		return
	}
	for _, f := range m.r.Facts.Funcs {
		frame := m.r.Facts.Frame(f.Fn)
		calls(f.Fn, func(call ssa.CallInstruction) {
			callee := call.Common().StaticCallee()
			if callee == nil {
				return
			}
			cond, ok := inner[syncop.Key(callee)]
			if !ok || cond.Root[0] != 'P' {
				return
			}
			if i := cond.Index(); i < len(call.Common().Args) {
				m.waits = append(m.waits, m.newWait(f, call, cond.Under(frame.AccessPath(call.Common().Args[i]), nil)))
			}
		})
	}
}

func calls(fn *ssa.Function, visit func(ssa.CallInstruction)) {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(ssa.CallInstruction); ok {
				visit(call)
			}
		}
	}
}

// called reports whether the package calls a function.
func (m *model) called(f *lockfacts.Func) bool { return len(m.r.Facts.Callers(f)) > 0 }

func (m *model) newWait(f *lockfacts.Func, call ssa.CallInstruction, cond syncop.AccessPath) *wait {
	w := &wait{f: f, call: call, cond: cond, section: m.sectionBefore(f, call)}
	for _, b := range syncop.ControlDependence(call.Block(), m.changesHands) {
		if w.blocks[b.If.Block()] {
			w.tests = append(w.tests, m.newTest(w, b))
		}
	}
	return w
}

// sectionBefore looks back from Wait to where the lock is taken.
func (m *model) sectionBefore(f *lockfacts.Func, call ssa.CallInstruction) section {
	s := section{blocks: map[*ssa.BasicBlock]bool{}}
	s.entry = syncop.Before(call, func(in ssa.Instruction) bool {
		if in != call.Block().Instrs[0] {
			s.blocks[in.Block()] = true
		}
		switch {
		case in == ssa.Instruction(call):
			return false
		case m.takes(in):
			s.locks = append(s.locks, in)
			return false
		case m.releases(in):
			s.effects = true
			return false
		}
		s.effects = s.effects || effect(in)
		return true
	})
	return s
}

// changesHands reports whether a lock is taken or released in a block.
func (m *model) changesHands(b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(b.Instrs, func(in ssa.Instruction) bool { return m.takes(in) || m.releases(in) })
}

// takes reports whether an instruction takes a lock, itself or by calling a
// function that returns with one.
func (m *model) takes(in ssa.Instruction) bool {
	call, ok := in.(*ssa.Call)
	if !ok {
		return false
	}
	if sc, ok := syncop.OpOf(&call.Call); ok {
		return sc.Op == trace.OpLock || sc.Op == trace.OpRLock
	}
	sum := m.summary(call)
	return sum != nil && slices.ContainsFunc(sum.Outcomes, func(o lockfacts.Outcome) bool { return len(o.Net) > 0 })
}

// releases is the same for unlocking.
func (m *model) releases(in ssa.Instruction) bool {
	call, ok := in.(*ssa.Call)
	if !ok {
		return false
	}
	if sc, ok := syncop.OpOf(&call.Call); ok {
		return sc.Op == trace.OpUnlock || sc.Op == trace.OpRUnlock
	}
	sum := m.summary(call)
	return sum != nil && slices.ContainsFunc(sum.Outcomes, func(o lockfacts.Outcome) bool { return len(o.Released) > 0 })
}

func (m *model) summary(call *ssa.Call) *lockfacts.Summary {
	if f := m.callee(call); f != nil {
		return f.Summary
	}
	return nil
}

// callsOf visits the calls of a function in the package, with the function they are in.
func (m *model) callsOf(f *lockfacts.Func, visit func(in *lockfacts.Func, call ssa.CallInstruction)) {
	name, _, _ := strings.Cut(f.Fn.Name(), "[") // an instance has its type arguments in its name
	for _, g := range m.r.Facts.Funcs {
		calls(g.Fn, func(call ssa.CallInstruction) {
			fn := call.Common().StaticCallee()
			if fn != nil && strings.HasPrefix(fn.Name(), name) && m.callee(call) == f { // names are cheap, keys are not
				visit(g, call)
			}
		})
	}
}

// callee is the function of the package that is called, or nil.
func (m *model) callee(call ssa.CallInstruction) *lockfacts.Func {
	if fn := call.Common().StaticCallee(); fn != nil {
		return m.byKey[syncop.Key(fn)]
	}
	return nil
}

// effect reports whether another goroutine may see or answer the operation of an instruction.
func effect(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Store:
		_, local := in.Addr.(*ssa.Alloc)
		return !local
	case *ssa.Go, *ssa.Send, *ssa.Select, *ssa.MapUpdate:
		return true
	case *ssa.Call:
		b, ok := in.Call.Value.(*ssa.Builtin)
		return !ok || b.Name() == "delete" || b.Name() == "close"
	}
	return false
}

// decision reports whether the waiter asks for anything with the lock held.
func (w *wait) decision() bool { return len(w.tests) > 0 }

// retested reports whether control can come back to a test of the condition
// from Wait.
func (m *model) retested(w *wait) bool {
	found := false
	syncop.After(w.call, func(in ssa.Instruction) bool {
		found = found || m.isTest(w, in)
		return !found
	})
	return found
}

// isTest reports whether an instruction tests the condition of the wait, in the same
// words as before Wait or in others.
func (m *model) isTest(w *wait, in ssa.Instruction) bool {
	branch, ok := in.(*ssa.If)
	if !ok {
		return false
	}
	if slices.ContainsFunc(w.tests, func(t test) bool { return t.branch.If == branch }) {
		return true
	}
	r := &reader{m: m, frame: m.r.Facts.Frame(w.f.Fn), w: w}
	r.text(branch.Cond, 0)
	return intersect(r.fields, w.fields())
}

// perCall reports whether each call may wait at another Cond.
func (w *wait) perCall() bool {
	return w.cond.Root[0] == 'L' || strings.Contains(w.cond.Path, "[")
}

// many reports whether several goroutines may wait in a and b at the same time.
func many(a, b *wait) bool { return lockfacts.Parallel(a.f.Contexts, b.f.Contexts) }
