package lockfacts

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// record adds an event to the function's list.
func (w *walker) record(s *state, at ssa.Instruction, ev Event) {
	ev.own, ev.at = 0, at
	ev.Needs = addNodes(ev.Needs, w.needs(at.Block()))
	if ev.Async == "" {
		own := without(s.held, ev.Released)
		ev.own = len(own)
		ev.Held = joined(own, ev.Held)
		ev.Released = joined(s.released, ev.Released)
		ev.Conds = mergeConds(outerConds(s.conds, w), ev.Conds)
	}
	if ev.IsAcquire() {
		w.order(&ev, at)
	}
	if (ev.IsAcquire() || ev.Op == trace.OpOnceDone) && len(w.info.RepeatedLocks) < maxDoubles {
		w.again(&ev, s.blind)
	}
	if ev.hops() > 0 {
		w.key = ev.appendGroup(w.key[:0], ev.own)
	} else {
		w.key = ev.appendKey(w.key[:0], nil)
	}
	counted := w.counts(s, &ev)
	if i, ok := w.events[string(w.key)]; ok {
		w.info.Events[i].merge(&ev)
		w.alsoAt(i, at)
		if ev.IsAcquire() && at != w.at[i] && !slices.Contains(w.repeated[i], at) {
			w.repeated[i] = append(w.repeated[i], at)
		}
		w.uncounted[i] = w.uncounted[i] || !counted
		return
	}
	if n := len(w.info.Events); ev.hops() > 0 && (n >= maxPairs && !blocksOrWakes(ev.Op) || n >= maxAnswers) {
		w.cut("maxPairs", maxPairs)
		return
	}
	ev.arrive()
	w.markUnder(&ev)
	w.events[string(w.key)] = len(w.info.Events)
	w.at[len(w.info.Events)], w.uncounted[len(w.info.Events)] = at, !counted
	w.info.Events = append(w.info.Events, ev)
}

// counts notes that a WaitGroup was added to. At a Done it reports whether an Add came
// before, on the same path.
func (w *walker) counts(s *state, ev *Event) bool {
	if len(s.raised) == 0 && ev.Op != trace.OpWGAdd {
		return false
	}
	node := ev.Obj.Node()
	known := slices.Contains(s.raised, node)
	if ev.Op == trace.OpWGAdd && ev.Async == "" && !known {
		s.raised = append(slices.Clip(s.raised), node)
		slices.Sort(s.raised)
	}
	return known
}

// alsoAt notes another end of the function at which a deferred event happens.
func (w *walker) alsoAt(i int, at ssa.Instruction) {
	if _, ok := at.(*ssa.RunDefers); ok && at != w.at[i] && !slices.Contains(w.also[i], at) {
		w.also[i] = append(w.also[i], at)
	}
}

// forget drops the events that only the summary was made of: acquisitions and
// calls in a called function while nothing is held, which that function knows as
// well. Of a large package they are most, and would be kept until its end. Those
// of exported functions tell what users may call.
func (w *walker) forget() {
	exported := IsExported(w.fn) && !w.pkg.inTestFile(w.fn)
	kept := slices.DeleteFunc(w.info.Events, func(ev Event) bool {
		return len(ev.Via) > 0 && len(ev.Held) == 0 && !ev.visible && ev.Async == "" && !blocksOrWakes(ev.Op) && !(exported && ev.IsAcquire())
	})
	w.info.Events = slices.Clone(kept)
}

// joined is the elements of both lists. Where one is empty it is the other one
// itself, which must not be changed or appended to.
func joined[T any](a, b []T) []T {
	switch {
	case len(b) == 0:
		return slices.Clip(a)
	case len(a) == 0:
		return slices.Clip(b)
	}
	return slices.Concat(a, b)
}

// again notes an acquisition of a held lock. On a path that may not exist
// only such locks count as held which the function keeps until it returns.
func (w *walker) again(ev *Event, blind bool) {
	for i, h := range ev.Held {
		if blind && (h.at == nil || w.early[h.Lock.String()]) {
			continue
		}
		if h.Read && ev.Read && w.pkg.isFresh(w.fn, ev.Obj, ev.at) {
			continue // no writer can come in between
		}
		if w.sameObject(h.Lock, ev.Obj, ev.at) && (i < ev.own || ev.visible && !ev.again) {
			ev.arrive()
			w.info.RepeatedLocks = append(w.info.RepeatedLocks, RepeatedLock{Held: h, Event: *ev})
			return
		}
	}
}

// site is where an instruction stands.
func (w *walker) site(in ssa.Instruction) Site {
	pos := in.Pos()
	if !pos.IsValid() {
		for _, other := range in.Block().Instrs {
			if other.Pos().IsValid() {
				pos = other.Pos()
				break
			}
		}
	}
	return Site{Func: w.info.Name, Pos: w.pkg.position(pos), tok: pos}
}

// recordComposed records an event of a called function. A call through a
// parameter is resolved when the argument is known.
func (w *walker) recordComposed(s *state, at ssa.Instruction, ev Event, env environment, depth int) {
	if ev.Dynamic == nil {
		w.record(s, at, ev)
		return
	}
	fv := ev.Dynamic.target
	if fv == nil || depth >= maxNesting {
		w.record(s, at, ev)
		return
	}
	ev.arrive()
	inner := &state{held: ev.Held}
	if ev.Async == "" {
		inner.held = append(slices.Clone(without(s.held, ev.Released)), ev.Held...)
		inner.released = joined(s.released, ev.Released)
	}
	w.nested(inner, fv, ev, at, depth+1)
}

// via prepends a call to the calls that lead to an operation.
func (w *walker) via(in ssa.Instruction, rest []Site) []Site { return prepend(w.site(in), rest) }
