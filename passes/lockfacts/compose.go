package lockfacts

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// maxNesting bounds how deep function values passed on to function values are followed.
const maxNesting = 4

// An environment gives the parameters and captured variables of a called
// function their meaning in the caller.
type environment struct {
	params, frees []Arg
}

// arg returns the argument that a root stands for.
func (e environment) arg(root string) (Arg, bool) {
	if root == "" {
		return Arg{}, false
	}
	list := e.params
	switch root[0] {
	case 'F':
		list = e.frees
	case 'P':
	default:
		return Arg{}, false
	}
	i := syncop.Place{Root: root}.Index()
	if i < 0 || i >= len(list) {
		return Arg{}, false
	}
	return list[i], true
}

// place translates a place of the called function.
func (e environment) place(p syncop.Place) syncop.Place {
	if !p.Outer() {
		return p.Forget()
	}
	a, ok := e.arg(p.Root)
	if !ok || a.Place.Root == "" {
		return p.Forget()
	}
	return p.Under(a.Place, a.Content)
}

// event translates an event; slices are copied, since callers change them.
func (e environment) event(ev *Event) Event {
	n := *ev
	n.Obj = e.place(ev.Obj)
	n.Held = nil
	for _, h := range ev.Held {
		h.Lock = e.place(h.Lock)
		n.Held = append(n.Held, h)
	}
	n.Freed = nil
	for _, u := range ev.Freed {
		n.Freed = append(n.Freed, Freed{e.place(u.Lock), u.Read})
	}
	if ev.Dyn != nil {
		n.Dyn = e.dyn(ev.Dyn)
	}
	return n
}

func (e environment) dyn(d *Dyn) *Dyn {
	n := *d
	n.Recv = e.place(d.Recv)
	n.Args = nil
	for _, a := range d.Args {
		n.Args = append(n.Args, e.translate(a))
	}
	n.target = e.target(d)
	return &n
}

// target finds the function that a call through an argument calls.
func (e environment) target(d *Dyn) *FuncVal {
	a, ok := e.arg(d.Recv.Root)
	if !ok || d.Recv.Path != "" && d.Recv.Path != "->" {
		return nil
	}
	if d.Method == "" {
		return a.Fn
	}
	if a.typ == nil {
		return nil
	}
	if d.Recv.Path == "->" && a.Content != nil {
		a.Place = *a.Content
	}
	set := types.NewMethodSet(a.typ)
	for i := range set.Len() {
		if m, ok := set.At(i).Obj().(*types.Func); ok && m.Name() == d.Method {
			fv, _ := methodOf(a.typ, m, a)
			return fv
		}
	}
	return nil
}

// translate gives an argument of a call inside the called function its meaning.
func (e environment) translate(a Arg) Arg {
	if outer, ok := e.arg(a.Place.Root); ok && a.Place.Outer() {
		switch {
		case a.Place.Path == "":
			return outer
		case a.Place.Path == "->" && outer.Content != nil:
			return Arg{Place: *outer.Content, Fn: outer.Fn, typ: outer.typ}
		}
	}
	n := Arg{Place: e.place(a.Place), Const: a.Const, typ: a.typ}
	if a.Content != nil {
		p := e.place(*a.Content)
		n.Content = &p
	}
	if a.Fn != nil {
		n.Fn = e.fn(a.Fn)
	}
	return n
}

func (e environment) fn(f *FuncVal) *FuncVal {
	n := &FuncVal{Name: f.Name}
	if f.Recv != nil {
		r := e.translate(*f.Recv)
		n.Recv = &r
	}
	for _, a := range f.Frees {
		n.Frees = append(n.Frees, e.translate(a))
	}
	return n
}

// feasible evaluates the conditions of an event or outcome. Those that the
// caller's callers decide are kept.
func (e environment) feasible(w *walker, ev *Event, s *state) bool {
	rest, ok := e.conditions(w, ev.Conds, s)
	ev.Conds = rest
	return ok
}

func (e environment) conditions(w *walker, conds []Cond, s *state) (rest []Cond, ok bool) {
	for _, c := range conds {
		d, val, known := e.condition(c)
		switch {
		case known && val != c.Val:
			return nil, false
		case known || d.Place == "":
			continue
		}
		if s != nil {
			if val, ok := s.know(d); ok {
				if val != c.Val {
					return nil, false
				}
				continue
			}
		}
		if d.outer() && w.worthKnowing(d) {
			rest = append(rest, d)
		}
	}
	return rest, true
}

// condition translates a condition, or decides it by a constant argument.
func (e environment) condition(c Cond) (d Cond, val, known bool) {
	root, path := splitRoot(c.Place)
	a, ok := e.arg(root)
	if !ok {
		return Cond{}, false, false
	}
	if path == "" && a.Const != "" {
		switch c.Kind {
		case CondTrue:
			return d, a.Const == "true", a.Const == "true" || a.Const == "false"
		case CondNil:
			return d, a.Const == "nil", a.Const == "nil" || a.Const == "nonnil"
		case CondEqual:
			return d, a.Const == c.Const, a.Const != "nonnil"
		}
	}
	p := syncop.Place{Root: root, Path: path}.Under(a.Place, a.Content)
	if !p.Known() {
		return Cond{}, false, false
	}
	c.Place = p.String()
	return c, false, false
}

func splitRoot(place string) (root, path string) {
	i := strings.IndexFunc(place, func(r rune) bool { return r == '.' || r == '-' || r == '[' })
	if i < 0 {
		return place, ""
	}
	return place[:i], place[i:]
}

// apply performs a call of a known function.
func (w *walker) apply(s *state, t *FuncVal, args []Arg, instr ssa.CallInstruction, at ssa.Instruction) []*state {
	if t.Recv != nil {
		if sc, ok := boundOp(t.Name); ok {
			return w.operation(s, instr, at, sc, t.Recv.Place)
		}
	}
	if syncop.NeverReturns(t.Name) {
		return nil
	}
	sum := w.pkg.summary(t.Name)
	if sum == nil {
		w.modelled(s, t, withRecv(t, args), instr, at)
		return []*state{s}
	}
	w.info.calls = append(w.info.calls, callSite{t.Name, s.held})
	env := environment{params: withRecv(t, args), frees: t.Frees}
	if w.firstTime(s, t, sum, instr) {
		w.performs(s, sum, env, instr, at, 0)
	}
	return w.returns(s, sum, env, instr)
}

// firstTime reports whether a call has not been performed yet in a state that
// holds the same locks. What else is known matters only to summaries that ask.
func (w *walker) firstTime(s *state, t *FuncVal, sum *Summary, instr ssa.CallInstruction) bool {
	n := state{held: s.held, freed: s.freed}
	if slices.ContainsFunc(sum.Events, func(e Event) bool { return len(e.Conds) > 0 }) {
		n.conds = s.conds
	}
	k := performed{instr, t.Name, n.key()}
	if w.performed[k] {
		return false
	}
	w.performed[k] = true
	k.state = ""
	if w.variants[k]++; w.variants[k] > maxVariants {
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
}

// boundOp recognises a method value of a lock.
func boundOp(name string) (syncop.SyncCall, bool) {
	if rest, ok := strings.CutPrefix(name, "(sync.Locker)."); ok {
		return syncop.InterfaceOp(rest)
	}
	return syncop.OpOfKey(name)
}

// performs records what a called function does.
func (w *walker) performs(s *state, sum *Summary, env environment, instr ssa.CallInstruction, at ssa.Instruction, depth int) {
	for i := range sum.Events {
		if !w.spend() && !w.answers(&sum.Events[i]) {
			continue
		}
		ev := env.event(&sum.Events[i])
		if ev.Async != "" && !visible(&sum.Events[i]) {
			continue // nothing of ours in it: the called function has reported it
		}
		if !env.feasible(w, &ev, s) {
			continue
		}
		ev.Via, ev.visible = w.via(instr, sum.Events[i].Via), visible(&sum.Events[i])
		ev.again = sum.Events[i].isDouble()
		w.recordComposed(s, at, ev, env, depth)
	}
}

// visible reports whether the caller sees more of an event than the function itself.
func visible(ev *Event) bool {
	if ev.Obj.Outer() || ev.Dyn != nil && ev.Dyn.Recv.Outer() {
		return true
	}
	return slices.ContainsFunc(ev.Held, func(h Held) bool { return h.Lock.Outer() })
}

// recordComposed records an event of a called function. A call through a
// parameter is resolved when the argument is known.
func (w *walker) recordComposed(s *state, at ssa.Instruction, ev Event, env environment, depth int) {
	if ev.Dyn == nil {
		w.record(s, at, ev)
		return
	}
	fv := ev.Dyn.target
	if fv == nil || depth >= maxNesting {
		w.record(s, at, ev)
		return
	}
	inner := &state{held: append(slices.Clone(without(s.held, ev.Freed)), ev.Held...)}
	if ev.Async != "" {
		inner.held = ev.Held
	}
	w.nested(inner, fv, ev, at, depth+1)
}

// nested performs a function that a called function calls.
func (w *walker) nested(s *state, fv *FuncVal, ev Event, at ssa.Instruction, depth int) {
	if fv.Recv != nil {
		if sc, ok := boundOp(fv.Name); ok {
			if !sc.Try && (sc.Op == trace.OpLock || sc.Op == trace.OpRLock) {
				w.record(s, at, Event{Op: sc.Op, Obj: fv.Recv.Place, Read: sc.Op == trace.OpRLock, Site: ev.Site, Via: ev.Via, Async: ev.Async})
			}
			return
		}
	}
	sum := w.pkg.summary(fv.Name)
	if sum == nil {
		return
	}
	w.called(fv.Name, s, ev.Async)
	env := environment{params: withRecv(fv, ev.Dyn.Args), frees: fv.Frees}
	for i := range sum.Events {
		if !w.spend() && !w.answers(&sum.Events[i]) {
			continue
		}
		n := env.event(&sum.Events[i])
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

// called notes a call, or the start of a goroutine behind a go statement.
func (w *walker) called(key string, s *state, async string) {
	if async == "" {
		w.info.calls = append(w.info.calls, callSite{key, s.held})
		return
	}
	many := slices.ContainsFunc(w.info.starts, func(o start) bool { return o.pos == async && o.many })
	w.info.starts = append(w.info.starts, start{key, async, many})
}

// returns gives the states after a call.
func (w *walker) returns(s *state, sum *Summary, env environment, instr ssa.CallInstruction) []*state {
	if len(sum.Outcomes) == 0 {
		if sum.NoReturn {
			return nil
		}
		return []*state{s}
	}
	var next []*state
	for _, o := range sum.Outcomes {
		conds, ok := env.conditions(w, o.Conds, s)
		if !ok {
			continue
		}
		n := s.clone()
		for _, c := range conds {
			ok = ok && n.set(c)
		}
		if !ok {
			continue
		}
		w.effects(n, w.certain(n, o, sum, env), env, instr)
		w.results(n, o, env, instr)
		next = append(next, n)
	}
	return next
}

// certain is the part of an outcome that the caller can rely on. Where another
// outcome that looks the same to the caller releases a lock or does not return
// with it, nobody can say whether it is held: then we say that it is not, and
// claim nothing about it.
func (w *walker) certain(s *state, o Outcome, sum *Summary, env environment) Outcome {
	for i := range sum.Outcomes {
		other := &sum.Outcomes[i]
		if other.tellsFrom(&o) {
			continue
		}
		for _, u := range other.Freed {
			if at := s.find(env.place(u.Lock), u.Read); at >= 0 && !o.frees(u) {
				s.held = slices.Delete(slices.Clone(s.held), at, at+1)
			}
		}
		o.Net = slices.DeleteFunc(slices.Clone(o.Net), func(h Held) bool { return !other.keeps(h) })
	}
	return o
}

// tellsFrom reports whether a caller can tell two outcomes apart by a constant
// result or by what it passed.
func (o *Outcome) tellsFrom(p *Outcome) bool {
	for _, c := range o.Conds {
		if slices.ContainsFunc(p.Conds, func(d Cond) bool { return d.sameSubject(c) && d.Val != c.Val }) {
			return true
		}
	}
	for i := range min(len(o.Rets), len(p.Rets)) {
		if a, b := o.Rets[i].Const, p.Rets[i].Const; a != "" && b != "" && a != b {
			return true
		}
	}
	return false
}

func (o *Outcome) frees(u Freed) bool {
	return slices.ContainsFunc(o.Freed, func(v Freed) bool { return v.Lock == u.Lock })
}

func (o *Outcome) keeps(h Held) bool {
	return slices.ContainsFunc(o.Net, func(g Held) bool { return g.Lock == h.Lock })
}

// effects applies what a call leaves locked and unlocked.
func (w *walker) effects(s *state, o Outcome, env environment, instr ssa.CallInstruction) {
	for _, u := range o.Freed {
		w.unlock(s, env.place(u.Lock), u.Read, w.site(instr))
	}
	for _, h := range o.Net {
		h.Lock = env.place(h.Lock)
		h.Via = w.via(instr, h.Via)
		s.acquire(h)
	}
}

// results remembers what is known about the results of a call.
func (w *walker) results(s *state, o Outcome, env environment, instr ssa.CallInstruction) {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return
	}
	for i, r := range o.Rets {
		v := resultValue(call, i, len(o.Rets))
		if v == nil {
			continue
		}
		if r.Fn != nil && w.funcs[v] == nil {
			w.funcs[v] = []*FuncVal{env.fn(r.Fn)}
			w.changed = true
		}
		if r.Place != nil {
			w.resultPlace(v, env.place(*r.Place))
		}
		switch r.Const {
		case "true", "false":
			s.forget(w.name(v))
			s.set(Cond{CondTrue, w.name(v), "", r.Const == "true"})
		case "nil", "nonnil":
			s.forget(w.name(v))
			s.set(Cond{CondNil, w.name(v), "", r.Const == "nil"})
		}
	}
}

// resultPlace makes a result another name for an object of ours, as long as
// all outcomes agree.
func (w *walker) resultPlace(v ssa.Value, p syncop.Place) {
	old, ok := w.frame.Results[v]
	switch {
	case !p.Known():
	case !ok:
		w.frame.Results[v] = p
		w.changed = true
	case old.Root != p.Root || old.Path != p.Path:
		p.Root, p.Path = "L"+v.Name(), ""
		w.frame.Results[v] = p
	}
}

// resultValue returns the value of the i-th of n results, or nil.
func resultValue(call *ssa.Call, i, n int) ssa.Value {
	if n == 1 {
		return call
	}
	if call.Referrers() == nil {
		return nil
	}
	for _, r := range *call.Referrers() {
		if e, ok := r.(*ssa.Extract); ok && e.Index == i {
			return e
		}
	}
	return nil
}

// modelled performs a call of a function without a summary: of the standard
// library, mostly, which may call the functions it is given.
func (w *walker) modelled(s *state, t *FuncVal, args []Arg, instr ssa.CallInstruction, at ssa.Instruction) {
	pkg := packageOfKey(t.Name)
	for i, a := range args {
		if a.Fn == nil || t.Recv != nil && i == 0 {
			continue
		}
		switch syncop.ModelOf(t.Name, pkg) {
		case syncop.Calls:
			w.callback(s, a.Fn, instr, at)
		case syncop.Spawns:
			w.spawned(s.clone(), a.Fn, nil, instr)
		case syncop.Onces:
			once := Event{Op: trace.OpOnceDone, Obj: args[0].Place, Site: w.site(instr)}
			w.record(s, at, once)
			inner := s.clone()
			inner.held = append(inner.held, Held{Lock: args[0].Place, Site: once.Site})
			w.callback(inner, a.Fn, instr, at)
		default:
			w.info.kept = append(w.info.kept, a.Fn.Name)
		}
	}
}

// callback performs a function that a function of the standard library calls.
func (w *walker) callback(s *state, fv *FuncVal, instr ssa.CallInstruction, at ssa.Instruction) {
	ev := Event{Site: w.site(instr), Dyn: &Dyn{}}
	w.nested(s, fv, ev, at, 1)
}

// packageOfKey is the import path in the name of a function.
func packageOfKey(key string) string {
	key = strings.TrimLeft(key, "(*")
	slash := strings.LastIndexByte(key, '/')
	dot := strings.IndexByte(key[slash+1:], '.')
	if dot < 0 {
		return key
	}
	return key[:slash+1+dot]
}

// record adds an event to the function's list.
func (w *walker) record(s *state, at ssa.Instruction, ev Event) {
	ev.own = 0
	if ev.Async == "" {
		own := without(s.held, ev.Freed)
		ev.own = len(own)
		ev.Held = append(slices.Clone(own), ev.Held...)
		ev.Freed = append(slices.Clone(s.freed), ev.Freed...)
		ev.Conds = mergeConds(outerConds(s.conds, w), ev.Conds)
	}
	if (ev.IsAcquire() || ev.Op == trace.OpOnceDone) && len(w.info.Doubles) < maxDoubles {
		w.again(&ev)
	}
	k := ev.key()
	if i, ok := w.events[k]; ok {
		old := &w.info.Events[i]
		old.Conds = slices.DeleteFunc(slices.Clone(old.Conds), func(c Cond) bool { return !slices.Contains(ev.Conds, c) })
		return
	}
	if len(w.info.Events) >= maxPairs && len(ev.Via) > 0 && !blocksOrWakes(ev.Op) {
		w.cut("maxPairs", maxPairs)
		return
	}
	w.events[k] = len(w.info.Events)
	w.at[len(w.info.Events)] = at
	w.info.Events = append(w.info.Events, ev)
}

func outerConds(conds []Cond, w *walker) []Cond {
	var outer []Cond
	for _, c := range conds {
		if c.outer() {
			outer = append(outer, c)
		}
	}
	return outer
}

func mergeConds(a, b []Cond) []Cond {
	for _, c := range b {
		if !slices.ContainsFunc(a, c.sameSubject) {
			a = append(a, c)
		}
	}
	return a
}

// again notes an acquisition of what is held already.
func (w *walker) again(ev *Event) {
	for i, h := range ev.Held {
		if h.Lock.Same(ev.Obj) && (i < ev.own || ev.visible && !ev.again) {
			w.info.Doubles = append(w.info.Doubles, Double{Held: h, Event: *ev})
			return
		}
	}
}
