package lockfacts

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// call performs a call (also a deferred one, then at is where defers run) and
// returns the states after it.
func (w *walker) call(s *state, instr ssa.CallInstruction, at ssa.Instruction) []*state {
	next := w.perform(s, instr, at)
	for _, s := range next {
		w.replace(s, instr)
		w.passesNumbers(s, instr.Common())
	}
	return next
}

func (w *walker) perform(s *state, instr ssa.CallInstruction, at ssa.Instruction) []*state {
	common := instr.Common()
	if b, ok := common.Value.(*ssa.Builtin); ok {
		if b.Name() == "close" {
			w.record(s, at, Event{Op: trace.OpClose, Obj: w.frame.AccessPath(common.Args[0]), Site: w.site(instr)})
		}
		return []*state{s}
	}
	if sc, ok := syncop.OpOf(common); ok {
		lock := w.frame.AccessPath(sc.Recv)
		if named, read, ok := w.otherName(sc.Recv); ok {
			lock, sc.Op = named, syncop.InMode(sc.Op, read)
		}
		return w.operation(s, instr, at, sc, lock)
	}
	for _, fv := range append(w.formatted(common), w.askedOf(common)...) {
		w.callback(s, fv, instr, at)
	}
	if fn := w.saysNothing(common); fn != nil {
		if stdlib.EffectOf(w.pkg.key(fn)).Has(stdlib.Ends) {
			return nil
		}
		return []*state{s}
	}
	targets, args := w.targets(common)
	if len(targets) == 0 {
		w.passes(args)
		w.dynamic(s, instr, at, common, args)
		w.unknown(s, common)
		return w.afterCall([]*state{s}, args, instr)
	}
	var next []*state
	for _, t := range targets {
		next = append(next, w.apply(s.clone(), t, args, instr, at)...)
	}
	if common.IsInvoke() { // the method may pass the call on to an unknown method
		for _, s := range next {
			w.unknown(s, common)
		}
	}
	return w.afterCall(next, args, instr)
}

// saysNothing returns the called function when nothing is known of it and it is given no function:
// it need not be asked what the arguments are. In tests most calls are such ones.
func (w *walker) saysNothing(common *ssa.CallCommon) *ssa.Function {
	fn, ok := common.Value.(*ssa.Function)
	if !ok || w.pkg.summary(w.pkg.key(fn)) != nil || slices.ContainsFunc(common.Args, mayHoldFunction) {
		return nil
	}
	return fn
}

// afterCall accounts for the functions that a call was given.
func (w *walker) afterCall(states []*state, args []Arg, instr ssa.CallInstruction) []*state {
	if call, ok := instr.(*ssa.Call); ok && w.onceFunc(call, 0) != nil {
		return states // it has not been called yet
	}
	body := loopBody(instr.Common())
	if body == nil {
		for _, s := range states {
			w.handOver(s, args)
		}
		return states
	}
	var next []*state
	for _, s := range states {
		w.handOver(s, args[:len(args)-1])
		next = append(next, w.afterLoop(s, body, instr)...)
	}
	return next
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

// methodOf finds the method of a concrete type that an interface method calls.
func methodOf(t types.Type, m *types.Func, recv Arg) (*FuncVal, bool) {
	obj, index, _ := types.LookupFieldOrMethod(t, false, m.Pkg(), m.Name())
	fn, ok := obj.(*types.Func)
	if !ok {
		return nil, false
	}
	recv.Path = promoted(recv.Path, t, index)
	recv.Content, recv.Fn, recv.typ = nil, nil, nil
	return &FuncVal{Name: syncop.ObjectKey(fn), Recv: &recv}, true
}

// promoted walks from a receiver to the embedded field that has the method.
func promoted(p syncop.AccessPath, t types.Type, index []int) syncop.AccessPath {
	for _, i := range index[:len(index)-1] {
		st, ok := syncop.Elem(t).Underlying().(*types.Struct)
		if !ok {
			return p.Forget()
		}
		p = syncop.FieldOf(p, syncop.Elem(t), i)
		t = st.Field(i).Type()
		if _, ok := t.Underlying().(*types.Pointer); ok {
			p = syncop.LoadOf(p, t)
		}
	}
	return p
}

func (w *walker) args(values []ssa.Value) []Arg {
	list := make([]Arg, len(values))
	for i, v := range values {
		list[i] = w.arg(v)
	}
	return list
}

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

// funcValues returns the functions that a value may be, or nil.
func (w *walker) funcValues(v ssa.Value) []*FuncVal { return w.funcsOf(v, 0) }

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

// operation performs a synchronisation operation.
func (w *walker) operation(s *state, instr ssa.CallInstruction, at ssa.Instruction, sc syncop.SyncCall, obj syncop.AccessPath) []*state {
	site := w.site(instr)
	read := sc.Op == trace.OpRLock || sc.Op == trace.OpRUnlock
	switch sc.Op {
	case trace.OpLock, trace.OpRLock:
		h := HeldLock{Lock: obj, Read: read, Site: site, at: at, signal: w.isSignal(s, obj)}
		if sc.Try {
			if v, ok := instr.(ssa.Value); ok && at == instr.(ssa.Instruction) {
				s.tries = append(slices.Clone(s.tries), try{v, h})
			}
			return []*state{s}
		}
		w.record(s, at, Event{Op: sc.Op, Obj: obj, Read: read, Site: site})
		s.acquire(h)
	case trace.OpUnlock, trace.OpRUnlock:
		u := Released{Lock: w.heldAs(s, obj, at), Read: read}
		if sc.Recv != nil && isRWMutex(sc.Recv.Type()) { // a method value has no receiver here
			w.modes.note(instr, u, site, s.certainly(u))
		}
		w.unlock(s, u, site, w.unlocks[u.Lock.String()] > 1)
	default:
		w.record(s, at, Event{Op: sc.Op, Obj: obj, Site: site})
	}
	return []*state{s}
}

// unlock releases a lock and remembers what later checks want to know, also that this path has released it where another
// instruction may do so again.
func (w *walker) unlock(s *state, u Released, site Site, again bool) {
	obj := u.Lock
	i := s.find(obj, u.Read)
	if i >= 0 {
		path := s.held[i].Lock.String()
		w.releases(s.held[i].Lock)
		if origin := s.held[i].Via; len(origin) > 0 {
			for _, v := range origin[1:] {
				w.info.UnlockedFor = append(w.info.UnlockedFor, v.Func)
			}
			w.info.UnlockedFor = append(w.info.UnlockedFor, s.held[i].Site.Func)
		}
		if again && !slices.Contains(s.done, path) {
			s.done = append(slices.Clone(s.done), path)
			slices.Sort(s.done)
		}
	} else if !u.Once && obj.Known() && !s.blind && slices.Contains(s.done, obj.String()) {
		w.info.UnlocksOfUnlocked = append(w.info.UnlocksOfUnlocked, UnlockOfUnlocked{Lock: obj, Read: u.Read, Site: site})
	}
	s.release(u)
}

// dynamic records a call whose target is not known here.
func (w *walker) dynamic(s *state, instr ssa.CallInstruction, at ssa.Instruction, common *ssa.CallCommon, args []Arg) {
	d := &DynamicCall{Recv: w.frame.AccessPath(common.Value), Args: slimArgs(args)}
	if common.IsInvoke() {
		d.Key = w.pkg.interfaceKey(common)
		d.Method = common.Method.Name()
		if u, ok := common.Value.(*ssa.UnOp); ok {
			if fa, ok := u.X.(*ssa.FieldAddr); ok {
				field := w.frame.AccessPath(fa)
				d.Field, d.In = field.Class(), lastSelector(field.Path)
			}
		}
	} else {
		w.dynamicValue(s, instr, at, common.Value, d)
		return
	}
	if d.Key == "" && !d.Recv.Outer() {
		return
	}
	w.record(s, at, Event{Site: w.site(instr), Dynamic: d})
}

// passes notes the functions that an unknown one is given: it may keep them.
func (w *walker) passes(args []Arg) {
	for _, a := range args {
		if a.Fn != nil {
			w.info.stored = append(w.info.stored, a.Fn.Name)
		}
	}
}

// unknown drops what a call of unknown effect may release: a lock that was
// returned together with the object whose method is called, and the locks that the functions
// in the called variable may release.
func (w *walker) unknown(s *state, common *ssa.CallCommon) {
	if common.IsInvoke() {
		root := w.frame.AccessPath(common.Value).Root
		for _, h := range s.held {
			if h.from != nil && isResult(root, h.from) {
				w.drop(s, h.Lock, h.Read)
			}
		}
		return
	}
	for _, fv := range w.mayHold(common.Value, 0) {
		w.handFunction(s, fv)
	}
}

// isResult reports whether a root is a result of a call.
func isResult(root string, call *ssa.Call) bool {
	for i := range call.Call.Signature().Results().Len() {
		if v := resultValue(call, i, call.Call.Signature().Results().Len()); v != nil && root == "L"+v.Name() {
			return true
		}
	}
	return false
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

// slimArgs drops arguments that say nothing, from the end.
func slimArgs(args []Arg) []Arg {
	for len(args) > 0 {
		a := args[len(args)-1]
		if a.Fn != nil || a.typ != nil || a.Const != "" || a.Path.Known() && (a.Path.Outer() || a.Path.Root == "G") {
			break
		}
		args = args[:len(args)-1]
	}
	return args
}

// handOver releases what a function literal releases that is given away: who
// calls it, and when, is not known, so nothing is claimed to be held any more.
func (w *walker) handOver(s *state, args []Arg) {
	for _, a := range args {
		if a.Fn != nil {
			w.handFunction(s, a.Fn)
		}
	}
}

// handFunction does so for a function.
func (w *walker) handFunction(s *state, fv *FuncVal) {
	for _, u := range w.releasedBy(fv, 0) {
		w.drop(s, u.Lock, u.Read)
	}
}

// drop removes a lock that another function will release.
func (w *walker) drop(s *state, p syncop.AccessPath, read bool) {
	if i := s.find(p, read); i >= 0 {
		w.releases(s.held[i].Lock)
		s.hand(s.held[i].Lock.String())
		s.held = slices.Delete(slices.Clone(s.held), i, i+1)
	}
}

func withRecv(t *FuncVal, args []Arg) []Arg {
	if t.Recv == nil {
		return args
	}
	return append([]Arg{*t.Recv}, args...)
}

// via prepends a call to the calls that lead to an operation.
func (w *walker) via(in ssa.Instruction, rest []Site) []Site { return prepend(w.site(in), rest) }
