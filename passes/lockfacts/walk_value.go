package lockfacts

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// arg describes a value for a called function.
func (w *walker) arg(v ssa.Value) Arg {
	a := Arg{Path: w.frame.AccessPath(v), Const: w.constant(v), typ: syncop.ConcreteType(v)}
	a.value, a.fields = guarded(v)
	a.offset = offsetOf(v, w.name)
	if al, ok := v.(*ssa.Alloc); ok {
		if only := syncop.OnlyObject(al); only != nil {
			p := w.frame.AccessPath(only)
			a.Content = &p
			if fns := w.funcValues(only); len(fns) == 1 {
				a.Fn = fns[0]
			}
			if t := syncop.ConcreteType(only); t != nil {
				a.typ = t
			}
		}
	}
	if fns := w.funcValues(v); len(fns) == 1 {
		a.Fn = fns[0]
	}
	if a.Fn == nil {
		a.Slot = w.slotOfFunction(v)
	}
	load, isLoad := v.(*ssa.UnOp)
	if isLoad {
		_, isLoad = load.X.(*ssa.Alloc)
	}
	c, neg, ok := w.cond(v)
	_, compares := v.(*ssa.BinOp)
	switch {
	case ok && isBool(v.Type()) && (isLoad || isAnew(v) || compares || neg):
		c.Val = !neg
		a.asks = &c
	case isLoad || isAnew(v):
		a.name = w.name(v)
	}
	return a
}

func (w *walker) args(values []ssa.Value) []Arg {
	list := make([]Arg, len(values))
	for i, v := range values {
		list[i] = w.arg(v)
	}
	return list
}

func (w *walker) funcsOf(v ssa.Value, depth int) []*FuncVal {
	if depth > 6 {
		return nil
	}
	if known, ok := w.funcs[v]; ok {
		return known
	}
	switch v := v.(type) {
	case *ssa.Function:
		return []*FuncVal{{Name: w.pkg.key(v)}}
	case *ssa.MakeClosure:
		fn := v.Fn.(*ssa.Function)
		if obj, ok := fn.Object().(*types.Func); ok && fn.Parent() == nil {
			return w.bound(v, obj)
		}
		fv := &FuncVal{Name: w.pkg.key(fn)}
		for _, b := range v.Bindings {
			fv.FreeVars = append(fv.FreeVars, w.binding(b, depth))
		}
		return []*FuncVal{fv}
	case *ssa.Call:
		return w.onceFunc(v, depth)
	case *ssa.ChangeType:
		return w.funcsOf(v.X, depth+1)
	case *ssa.MakeInterface:
		if _, ok := v.X.Type().Underlying().(*types.Signature); ok {
			return w.funcsOf(v.X, depth+1)
		}
	case *ssa.Phi:
		var all []*FuncVal
		for _, e := range v.Edges {
			if _, isConst := e.(*ssa.Const); isConst {
				continue
			}
			fns := w.funcsOf(e, depth+1)
			if fns == nil {
				return nil
			}
			all = append(all, fns...)
		}
		return all
	case *ssa.UnOp:
		if al, ok := v.X.(*ssa.Alloc); ok {
			if only := syncop.OnlyObject(al); only != nil {
				return w.funcsOf(only, depth+1)
			}
		}
		if free, ok := v.X.(*ssa.FreeVar); ok {
			return w.capturedFunc(free)
		}
	}
	return nil
}

// funcValues returns the functions that a value may be, or nil.
func (w *walker) funcValues(v ssa.Value) []*FuncVal { return w.funcsOf(v, 0) }

// binding describes a captured variable. Function literals that refer to
// themselves through it end at a depth.
func (w *walker) binding(v ssa.Value, depth int) Arg {
	a := Arg{Path: w.frame.AccessPath(v), typ: syncop.ConcreteType(v)}
	if al, ok := v.(*ssa.Alloc); ok {
		if only := syncop.OnlyObject(al); only != nil {
			p := w.frame.AccessPath(only)
			a.Content, a.typ = &p, syncop.ConcreteType(only)
			if fns := w.funcsOf(only, depth+2); len(fns) == 1 {
				a.Fn = fns[0]
			}
		} else if depth == 0 {
			a.may = w.mayHold(al, depth+1)
		}
	}
	return a
}

// bound is a method value: the receiver is captured.
func (w *walker) bound(v *ssa.MakeClosure, obj *types.Func) []*FuncVal {
	recv := Arg{Path: w.frame.AccessPath(v.Bindings[0])}
	if t := syncop.ConcreteType(v.Bindings[0]); t != nil && types.IsInterface(v.Bindings[0].Type()) {
		if fv, ok := methodOf(t, obj, recv); ok {
			return []*FuncVal{fv}
		}
	}
	name := syncop.ObjectKey(obj)
	if r := obj.Signature().Recv(); r != nil && types.IsInterface(r.Type()) {
		if _, ok := syncop.InterfaceOp(obj.Name()); !ok {
			return nil // a method of an unknown type
		}
		name = "(sync.Locker)." + obj.Name()
	}
	return []*FuncVal{{Name: name, Recv: &recv}}
}

// mayHold returns the functions that the function stores in the local variable that
// a value is read from, or that a value is the address of. One of them may capture that variable, and lead to it again.
func (w *walker) mayHold(v ssa.Value, depth int) []*FuncVal {
	if load, ok := v.(*ssa.UnOp); ok {
		v = load.X
	}
	if free, ok := v.(*ssa.FreeVar); ok {
		return w.mayHoldAround(free)
	}
	cell, ok := v.(*ssa.Alloc)
	if !ok || cell.Referrers() == nil {
		return nil
	}
	var list []*FuncVal
	for _, r := range *cell.Referrers() {
		if st, ok := r.(*ssa.Store); ok && st.Addr == cell {
			list = append(list, w.funcsOf(st.Val, depth)...)
		}
	}
	return list
}

// dynamicValue records the call of a function value: one for each variable that
// it may have been read from.
func (w *walker) dynamicValue(s *state, instr ssa.CallInstruction, at ssa.Instruction, v ssa.Value, d *DynamicCall) {
	d.Key = "F:"
	for _, slot := range w.frame.Slots(v) {
		if class := slot.Class(); class != "" {
			n := *d
			n.Key = "F:" + class
			n.Recv = syncop.LoadOf(slot, v.Type())
			w.record(s, at, Event{Site: w.site(instr), Dynamic: &n})
			d.Key = ""
		}
	}
	if d.Key != "" && d.Recv.Outer() {
		w.record(s, at, Event{Site: w.site(instr), Dynamic: d})
	}
}

// onceFunc returns the function that a call of sync.OnceFunc was given, marked, if
// v is one and all that is done with the result is to be seen.
func (w *walker) onceFunc(v *ssa.Call, depth int) []*FuncVal {
	if !isOnceFunc(&v.Call) || !followed(v, 0) {
		return nil
	}
	var list []*FuncVal
	for _, fv := range w.funcsOf(v.Call.Args[0], depth+1) {
		marked := *fv
		marked.Once = true
		list = append(list, &marked)
	}
	return list
}

// targets returns the functions that a call may call, when they are known, and
// the arguments.
func (w *walker) targets(common *ssa.CallCommon) ([]*FuncVal, []Arg) {
	args := w.args(common.Args)
	if common.IsInvoke() {
		if t := syncop.ConcreteType(common.Value); t != nil {
			recv := w.arg(common.Value)
			if fv, ok := methodOf(t, common.Method, recv); ok {
				return []*FuncVal{fv}, args
			}
		}
		return nil, args
	}
	return w.funcValues(common.Value), args
}

// slotOfFunction is the class of the one field or variable from which a function was read, or "".
func (w *walker) slotOfFunction(v ssa.Value) string {
	if _, ok := v.Type().Underlying().(*types.Signature); !ok {
		return ""
	}
	if slots := w.frame.Slots(v); len(slots) == 1 {
		return slots[0].Class()
	}
	return ""
}
