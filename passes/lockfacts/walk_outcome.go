package lockfacts

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// returns gives the states after a call.
func (w *walker) returns(s *state, callee string, sum *Summary, env environment, instr ssa.CallInstruction) []*state {
	if len(sum.Outcomes) == 0 {
		if sum.NoReturn {
			return nil
		}
		return []*state{s}
	}
	var next []*state
	for _, o := range sum.Outcomes {
		if len(sum.Outcomes) == 1 {
			o.Conds = env.lasting(o.Conds)
		}
		conds, ok := env.conditions(o.Conds, s)
		if !ok || w.cannot(s, &o, callee, env) {
			continue
		}
		n := s.clone()
		for _, c := range conds {
			if w.worthKnowing(c) && c.outer() || w.ofFlag(c, callee) && len(sum.Outcomes) > 1 || c.fixed() && (len(sum.Outcomes) > 1 || w.uses[Condition{c.Kind, c.Path, c.Const, false}] > 1) {
				ok = ok && n.set(c)
			}
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
// with it, it is not known whether the lock is held. Then it counts as not held, and
// no claim is made about it. So it is where the function refuses to release a lock again.
func (w *walker) certain(s *state, o Outcome, sum *Summary, env environment) Outcome {
	for i := range sum.Outcomes {
		other := &sum.Outcomes[i]
		if other.tellsFrom(&o) && !(o.Refused && !other.Refused) {
			continue
		}
		for _, u := range other.Released {
			at := s.find(env.path(u.Lock), u.Read)
			switch {
			case o.releases(u):
			case at >= 0:
				s.held = slices.Delete(slices.Clone(s.held), at, at+1)
			default: // a lock of the caller's callers
				u.Once = true
				o.Released = append(slices.Clip(o.Released), u)
			}
		}
		o.Net = slices.DeleteFunc(slices.Clone(o.Net), func(h HeldLock) bool { return !other.leavesHeld(h) })
		o.Released = other.perhaps(o.Released)
	}
	return o
}

// perhaps marks what one outcome does not release among what another one does that looks the same: it may be
// that it was released before.
func (o *Outcome) perhaps(released []Released) []Released {
	if !slices.ContainsFunc(released, func(u Released) bool { return !u.Once && !o.releases(u) }) {
		return released
	}
	released = slices.Clone(released)
	for i := range released {
		released[i].Once = released[i].Once || !o.releases(released[i])
	}
	return released
}

// tellsFrom reports whether a caller can tell two outcomes apart by a constant
// result or by its arguments.
func (o *Outcome) tellsFrom(p *Outcome) bool {
	for _, c := range o.Conds {
		if slices.ContainsFunc(p.Conds, func(d Condition) bool { return d.sameSubject(c) && d.Val != c.Val }) {
			return true
		}
	}
	for i := range min(len(o.Returns), len(p.Returns)) {
		a, b := o.Returns[i], p.Returns[i]
		if a.Const != "" && b.Const != "" && a.Const != b.Const || a.sentinel() != "" && b.sentinel() != "" && a.sentinel() != b.sentinel() {
			return true
		}
	}
	return false
}

func (o *Outcome) releases(u Released) bool {
	return slices.ContainsFunc(o.Released, func(v Released) bool { return v.Lock == u.Lock })
}

func (o *Outcome) leavesHeld(h HeldLock) bool {
	return slices.ContainsFunc(o.Net, func(g HeldLock) bool { return g.Lock == h.Lock })
}

// effects applies what a call leaves locked and unlocked.
func (w *walker) effects(s *state, o Outcome, env environment, instr ssa.CallInstruction) {
	sure := instr.Common().StaticCallee() != nil // a variable may hold another function on this path
	for _, u := range o.Released {
		u.Lock = env.path(u.Lock)
		own := w.unlocks[u.Lock.String()]
		w.unlock(s, u, w.site(instr), own > 1 || own > 0 && sure && !u.Once)
	}
	for _, h := range o.Net {
		h.Lock = env.path(h.Lock)
		h.Via = w.via(instr, h.Via)
		h.from, _ = instr.(*ssa.Call)
		s.acquire(h)
	}
}

// results remembers what is known about the results of a call.
func (w *walker) results(s *state, o Outcome, env environment, instr ssa.CallInstruction) {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return
	}
	for i, r := range o.Returns {
		v := resultValue(call, i, len(o.Returns))
		if v == nil {
			continue
		}
		if r.Fn != nil && w.funcs[v] == nil {
			w.funcs[v] = []*FuncVal{env.fn(r.Fn)}
			w.changed = true
		}
		if r.Path != nil {
			w.resultPath(v, env.path(*r.Path))
		}
		w.setFlags(s, v, r.Flags)
		switch r.Const {
		case "true", "false":
			s.forget(w.name(v))
			s.set(Condition{CondTrue, w.name(v), "", r.Const == "true"})
		case "nil", "nonnil":
			s.forget(w.name(v))
			s.set(Condition{CondNil, w.name(v), "", r.Const == "nil"})
			if e := r.sentinel(); e != "" && w.asksForSentinel(w.name(v)) {
				s.set(Condition{CondEqual, w.name(v), e, true})
			}
		default:
			if isConstant(r.Const) {
				s.forget(w.name(v))
				s.set(Condition{CondEqual, w.name(v), r.Const, true})
			}
		}
	}
}

// resultPath makes a result another name for an object of ours, as long as
// all outcomes agree.
func (w *walker) resultPath(v ssa.Value, p syncop.AccessPath) {
	// The element that was found is the same as long as the result is.
	p = p.Reindex(func(index string) string {
		if index == "?" {
			return v.Name()
		}
		return index
	})
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
