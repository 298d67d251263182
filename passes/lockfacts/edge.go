package lockfacts

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A Lock is a lock as an edge knows it.
type Lock struct {
	Node  string // see syncop.AccessPath.Node
	Class string // the lock class
	Path  string
	Read  bool
	Site  Site // where it is acquired
	Via   []Site
}

// An Edge is an acquisition of To while From is held.
type Edge struct {
	From     Lock
	To       Lock
	Func     string      // the outermost function that sees both
	Gates    []Gate      // further locks held then
	Guards   []Condition // the flags that hold on the path, of objects that keep them: see ask_flag.go
	Contexts []string
	Async    string
	Same     bool // both are of one class
	// Step is the field that leads from one of two objects of one class to the other one, see stepBetween.
	Step string
	// Double is set when both are the same object.
	Double bool
	// Ordered is the comparison by which From is taken before To, see HeldLock.
	Ordered string
	// Unresolved is the key of the unresolved call behind which To is acquired, or "", see DynamicCall.
	Unresolved string

	id string // see key
}

// key is the same for edges that say the same. It must not be asked for before
// the edge is complete.
func (e *Edge) key() string {
	if e.id == "" {
		e.id = digest(e.describe)
	}
	return e.id
}

// describe writes what tells an edge from others.
func (e *Edge) describe(b []byte) []byte {
	from, _ := holderOf(e.From.Path)
	to, _ := holderOf(e.To.Path)
	add := func(list ...string) {
		for _, s := range list {
			b = append(append(b, s...), ' ')
		}
	}
	add(e.From.Node, mode(e.From.Read), e.To.Node, mode(e.To.Read), e.From.Site.Func, e.To.Site.Func, from, to)
	if e.Same {
		add(e.From.Path, e.To.Path, e.Func, e.Ordered)
	}
	for _, g := range e.Gates {
		add(",", g.Node)
	}
	for _, c := range e.Guards {
		add(c.Path, truth(c.Val))
	}
	add(e.Unresolved)
	return b
}

// Waiter is the function that identifies the edge. It waits for To, and lock methods of the
// program that only pass the call on are skipped.
func (e *Edge) Waiter() string { return waiter(e.To) }

func waiter(l Lock) string {
	if !syncop.IsLockMethod(l.Site.Func) {
		return l.Site.Func
	}
	for i := len(l.Via) - 1; i >= 0; i-- {
		if !syncop.IsLockMethod(l.Via[i].Func) {
			return l.Via[i].Func
		}
	}
	return l.Site.Func
}

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

// outerGates are the locks that are held around all of the function and that it has
// not released: those of all its callers, and those that it releases at its end.
func (f *Func) outerGates(released []Released) []Gate {
	var list []Gate
	for _, u := range f.entry {
		if !slices.ContainsFunc(released, func(v Released) bool { return v.Lock.Same(u.Lock) }) {
			list = append(list, Gate{Node: u.Lock.Node(), Read: u.Read, Path: u.Lock.String()})
		}
	}
	for _, g := range f.Gates {
		if !slices.ContainsFunc(list, sameGate(g)) && !slices.ContainsFunc(released, func(v Released) bool { return v.Lock.Node() == g.Node }) {
			list = append(list, g)
		}
	}
	return list
}

// entryLocks are the locks that the function releases wherever it returns, and
// has not taken itself.
func entryLocks(exits []Exit) []Released {
	if len(exits) == 0 {
		return nil
	}
	var list []Released
	for _, u := range exits[0].Released {
		if !u.Once && u.Lock.Outer() && u.Lock.Node() != "" && !slices.ContainsFunc(exits, func(e Exit) bool { return !slices.Contains(e.Released, u) }) {
			list = append(list, u)
		}
	}
	return list
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

// LockOf describes the lock at an access path.
func LockOf(p syncop.AccessPath, read bool, site Site, via []Site) Lock {
	return Lock{Node: p.Node(), Class: p.Class(), Path: p.String(), Read: read, Site: site, Via: via}
}
