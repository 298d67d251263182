package lockfacts

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// edges derives the lock order edges of a function.
func (a *analyzer) edges(f *Func) []Edge {
	var list []Edge
	for i := range f.Events {
		ev := &f.Events[i]
		if len(ev.Held) > 0 && (ev.IsAcquire() || ev.Op == trace.OpOnceDone) {
			list = append(list, a.edgesOf(f, ev)...)
		}
	}
	return list
}

func (a *analyzer) edgesOf(f *Func, ev *Event) []Edge {
	to := LockOf(ev.Obj, ev.Read, ev.Site, ev.Via)
	if to.Node == "" || a.isFresh(f.Fn, ev.Obj, ev.at) || hasAlready(ev) {
		return nil
	}
	var list []Edge
	outer := f.outerGates(ev.Released)
	for i, h := range ev.Held {
		if i >= ev.own && !ev.visible && ev.Async == "" || ev.Async != "" && ev.own == 0 && !ev.visible {
			continue // the called function sees it as well
		}
		from := LockOf(h.Lock, h.Read, h.Site, h.Via)
		if from.Node == "" || h.Lock.Same(ev.Obj) || a.isFresh(f.Fn, h.Lock, ev.at) || h.Under {
			continue
		}
		e := Edge{From: from, To: to, Func: f.Name, Contexts: f.Contexts, Async: ev.Async, Same: from.Node == to.Node, Ordered: h.Ordered, Guards: append(a.guards(ev.Conds), f.guardsAt(ev)...)}
		if e.Same {
			e.Step = stepBetween(h.Lock, ev.Obj)
		}
		if e.Same && e.Step == "" && (ev.Obj.Below(h.Lock) || h.Lock.Below(ev.Obj)) {
			continue // parent before child
		}
		if e.Same && f.repeats(h.Lock, ev.Obj) {
			continue // that is for doublelock alone
		}
		for j := range ev.Held {
			if g := gateOf(&ev.Held[j]); j != i && g.Node != "" && g.Node != from.Node && g.Node != to.Node {
				e.Gates = append(e.Gates, g)
			}
		}
		if ev.Async == "" {
			e.Gates = append(e.Gates, outer...)
		} else {
			e.Contexts = asyncContexts(f, ev)
		}
		list = append(list, e)
	}
	return list
}

// repeats reports whether a function is known to take a lock again, by another name.
func (f *Func) repeats(held, wanted syncop.AccessPath) bool {
	return slices.ContainsFunc(f.RepeatedLocks, func(r RepeatedLock) bool { return r.Held.Lock.Same(held) && r.Event.Obj.Same(wanted) })
}

// hasAlready reports whether a lock is taken that the goroutine holds already. Other holders have it in shared mode too. So the
// goroutine waits for a writer at most, and the writer waits for this goroutine itself: that is for doublelock alone.
func hasAlready(ev *Event) bool {
	return ev.Async == "" && slices.ContainsFunc(ev.Held, func(h HeldLock) bool { return h.Lock.Same(ev.Obj) && !h.Under })
}

// asyncContexts is the goroutine that a function starts.
func asyncContexts(f *Func, ev *Event) []string {
	r := "go " + ev.Async
	for _, s := range f.starts {
		if s.pos == ev.Async && s.many {
			return []string{r + contextAny}
		}
	}
	if slices.ContainsFunc(f.Contexts, isMany) {
		r += contextAny
	}
	return []string{r}
}
