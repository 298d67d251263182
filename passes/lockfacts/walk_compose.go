package lockfacts

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// apply performs a call of a known function.
func (w *walker) apply(s *state, t *FuncVal, args []Arg, instr ssa.CallInstruction, at ssa.Instruction) []*state {
	if t.Once {
		w.releasesOnce(s, t, w.site(instr))
		return []*state{s}
	}
	if t.Recv != nil {
		if sc, ok := boundOp(t.Name); ok {
			return w.operation(s, instr, at, sc, t.Recv.Path)
		}
	}
	if stdlib.EffectOf(t.Name).Has(stdlib.Ends) {
		return nil
	}
	sum := w.summaryOf(t.Name, s)
	if sum == nil {
		w.modelled(s, t, withRecv(t, args), instr, at)
		return []*state{s}
	}
	env := environment{params: withRecv(t, args), freeVars: t.FreeVars, owned: w.frame.Norm, finds: w.finds(at), at: at}
	w.info.calls = append(w.info.calls, callSite{
		callee: t.Name, held: s.held, released: s.released, guards: w.pkg.guards(s.conds), params: objectsOf(env.params), at: at,
	})
	if w.firstTime(s, t, sum, instr) {
		w.performs(s, sum, env, instr, at, 0)
	}
	for i := range sum.Events { // of variables that are called
		if d := sum.Events[i].Dynamic; d != nil && d.Recv.Path == "->" {
			w.handCalled(s, env, d)
		}
	}
	return w.returns(s, t.Name, sum, env, instr)
}

// handCalled drops what a function may release that a called one finds in a variable, and knows by names of
// which that one knows nothing.
func (w *walker) handCalled(s *state, env environment, d *DynamicCall) {
	a, _ := env.arg(d.Recv.Root)
	if a.Fn != nil {
		w.handFunction(s, a.Fn)
	}
	for _, fv := range a.may {
		w.handFunction(s, fv)
	}
}

// firstTime reports whether a call has not been performed yet in a state that
// holds the same locks. Other conditions matter only to summaries that ask, and only where fewer are
// known than the other times: then the effect of the call has fewer conditions.
func (w *walker) firstTime(s *state, t *FuncVal, sum *Summary, instr ssa.CallInstruction) bool {
	n := state{held: s.held, released: s.released}
	held := performed{instr, t.Name, n.key(), true}
	k := performed{instr, t.Name, held.state, false}
	if len(s.conds) > 0 && slices.ContainsFunc(sum.Events, func(e Event) bool { return len(e.Conds) > 0 }) {
		n.conds = s.conds
		k.state = n.key()
	}
	outer := outerConds(s.conds, w)
	if under, ok := w.performed[k]; ok {
		less := dropped(under, func(c Condition) bool { return !slices.Contains(outer, c) })
		w.performed[k] = less
		return len(less) < len(under)
	}
	w.performed[k] = outer
	k.state = ""
	if w.variants[held] == 0 { // held locks matter more than conditions
		w.variants[k]++
	}
	w.variants[held]++
	if w.variants[k] > maxVariants || w.variants[held] > maxVariants {
		w.cut("maxVariants", maxVariants)
		return false
	}
	return true
}

// A performed is a call in a state.
type performed struct {
	instr  ssa.CallInstruction
	callee string
	state  string
	held   bool // state has the held locks alone
}

// performs records what a called function does.
func (w *walker) performs(s *state, sum *Summary, env environment, instr ssa.CallInstruction, at ssa.Instruction, depth int) {
	through := w.site(instr)
	over := false
	var released releasedBefore
	for i := range sum.Events {
		released = w.frees(released, &sum.Events[i], env)
		if w.passesOver(s, &sum.Events[i], env) {
			over = true
			continue
		}
		if !w.spend() && !w.answers(&sum.Events[i]) {
			continue
		}
		ev := env.event(&sum.Events[i])
		ev.Released = joined(ev.Released, released.before(&sum.Events[i]))
		w.given(&ev, env)
		if ev.Async != "" && !visible(&sum.Events[i]) {
			continue // nothing of ours in it: the called function has reported it
		}
		if !env.feasible(w, &ev, s) || w.lockReach().excludes(instr, &sum.Events[i]) {
			continue
		}
		ev.through, ev.visible = &through, visible(&sum.Events[i])
		ev.again = sum.Events[i].isDouble()
		w.recordComposed(s, at, ev, env, depth)
	}
	if over {
		w.passed = append(w.passed, passed{at: at, sum: sum, env: env})
	}
}

// frees adds the locks that a function releases which a called one was given as an argument and calls. The events of the
// called function that this call dominates happen without those locks.
func (w *walker) frees(released releasedBefore, ev *Event, env environment) releasedBefore {
	if ev.Dynamic == nil || ev.Dynamic.Method != "" || ev.Async != "" {
		return released
	}
	fv := env.target(ev.Dynamic)
	if fv == nil {
		return released
	}
	return append(released, releasedAt{ev, w.releasedBy(fv, 0)})
}

// lockReach asks about the functions of the package.
func (w *walker) lockReach() lockReach {
	if w.says == nil {
		w.says = passings{}
	}
	return lockReach{
		passed:  w.says,
		formats: func(common *ssa.CallCommon) bool { return len(writtenBy(common)) > 0 },
		summary: func(fn *ssa.Function) *Summary { return w.pkg.summary(w.pkg.key(fn)) },
		path:    func(fn *ssa.Function, v ssa.Value) syncop.AccessPath { return w.pkg.frame(fn).AccessPath(v) },
	}
}

// nested performs a function that a called function calls.
func (w *walker) nested(s *state, fv *FuncVal, ev Event, at ssa.Instruction, depth int) {
	if fv.Once {
		return
	}
	if fv.Recv != nil {
		if sc, ok := boundOp(fv.Name); ok {
			if !sc.Try && (sc.Op == trace.OpLock || sc.Op == trace.OpRLock) {
				w.record(s, at, Event{Op: sc.Op, Obj: fv.Recv.Path, Read: sc.Op == trace.OpRLock, Site: ev.Site, Via: ev.Via, Async: ev.Async})
			}
			return
		}
	}
	sum := w.summaryOf(fv.Name, s)
	if sum == nil {
		return
	}
	w.called(fv.Name, s, at, ev.Async)
	env := environment{params: withRecv(fv, ev.Dynamic.Args), freeVars: fv.FreeVars, owned: w.frame.Norm}
	var released releasedBefore
	for i := range sum.Events {
		released = w.frees(released, &sum.Events[i], env)
		if w.passesOver(s, &sum.Events[i], env) || !w.spend() && !w.answers(&sum.Events[i]) {
			continue
		}
		n := env.event(&sum.Events[i])
		n.Released = joined(n.Released, released.before(&sum.Events[i]))
		w.given(&n, env)
		if !env.feasible(w, &n, nil) {
			continue
		}
		n.Via = append(append(slices.Clone(ev.Via), ev.Site), sum.Events[i].Via...)
		n.again = sum.Events[i].isDouble()
		if len(n.Via) > maxVia {
			n.Via = n.Via[:maxVia]
		}
		if n.Async == "" {
			n.Async = ev.Async
		}
		w.recordComposed(s, at, n, env, depth)
	}
}

// called notes a call, or the start of a goroutine after a go statement.
func (w *walker) called(key string, s *state, at ssa.Instruction, async string) {
	if async == "" {
		w.info.calls = append(w.info.calls, callSite{callee: key, held: s.held, released: s.released, at: at})
		return
	}
	many := slices.ContainsFunc(w.info.starts, func(o start) bool { return o.pos == async && o.many })
	w.info.starts = append(w.info.starts, start{key, async, many})
}

// modelled performs a call of a function without a summary: of the standard
// library, mostly, which may call the functions it is given.
func (w *walker) modelled(s *state, t *FuncVal, args []Arg, instr ssa.CallInstruction, at ssa.Instruction) {
	effect := stdlib.EffectOf(t.Name)
	for i, a := range args {
		if a.Fn == nil || t.Recv != nil && i == 0 {
			continue
		}
		switch {
		case effect.Has(stdlib.Spawns):
			w.spawned(s.clone(), a.Fn, nil, instr)
			if effect.Has(stdlib.Counts) {
				w.counted(args[0].Path, a.Fn, instr)
			}
		case effect.Has(stdlib.Once):
			once := Event{Op: trace.OpOnceDone, Obj: args[0].Path, Site: w.site(instr)}
			w.record(s, at, once)
			inner := s.clone()
			inner.held = append(inner.held, HeldLock{Lock: args[0].Path, Site: once.Site})
			w.callback(inner, a.Fn, instr, at)
			w.releasesOnce(s, a.Fn, once.Site)
		case effect.Has(stdlib.Calls):
			w.callback(s, a.Fn, instr, at)
		default:
			w.info.stored = append(w.info.stored, a.Fn.Name)
		}
	}
}

// counted records the Done of a goroutine that a WaitGroup starts and counts.
func (w *walker) counted(group syncop.AccessPath, fv *FuncVal, instr ssa.CallInstruction) {
	ev := Event{Op: trace.OpWGDone, Obj: group, Site: w.site(instr), Async: w.pkg.position(instr.Pos())}
	if sum := w.pkg.summary(fv.Name); sum != nil {
		for i := range sum.Events {
			ev.Before = addNode(ev.Before, leaves(&sum.Events[i]))
		}
	}
	w.record(&state{}, instr, ev)
}

// callback performs a function that a function of the standard library calls.
func (w *walker) callback(s *state, fv *FuncVal, instr ssa.CallInstruction, at ssa.Instruction) {
	ev := Event{Site: w.site(instr), Dynamic: &DynamicCall{}}
	w.nested(s, fv, ev, at, 1)
}

// A releasedAt is a call of a function that a called function was given, and the locks that it releases.
type releasedAt struct {
	call *Event
	list []Released
}

type releasedBefore []releasedAt

// before is the locks that are released on every way to an event: by a call that dominates it.
func (f releasedBefore) before(ev *Event) (list []Released) {
	for _, x := range f {
		if x.call.at != nil && ev.at != nil && x.call.at != ev.at && x.call.at.Parent() == ev.at.Parent() && syncop.Dominates(x.call.at, ev.at) {
			list = joined(list, x.list)
		}
	}
	return list
}
