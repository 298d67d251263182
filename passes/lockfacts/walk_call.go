package lockfacts

import (
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
