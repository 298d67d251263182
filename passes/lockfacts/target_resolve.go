package lockfacts

import (
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/load"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// bind resolves the unresolved calls of which more is known here than below, and adds what is new.
func (a *analyzer) bind(own *layer) {
	if load.ScopeOf(a.pass, "") == load.Modelled {
		return
	}
	edges, blocks := len(a.known.Edges), len(a.known.Communications)
	a.resolve(a.unresolved())
	own.Edges = append(own.Edges, a.known.Edges[edges:]...)
	own.Communications = append(own.Communications, a.known.Communications[blocks:]...)
}

// resolve adds what unresolved calls come to, as far as it is not known yet.
func (a *analyzer) resolve(list []*PendingCall) {
	for _, p := range list {
		for _, ev := range a.reach(p.Event.Dynamic) {
			if ev.Dynamic != nil {
				continue
			}
			if ev.IsAcquire() {
				a.known.Edges = addNew(a.known, edgeKey, a.known.Edges, a.bound(p, ev), (*Edge).key)
			} else if b := boundBlock(p, ev); b != nil && a.known.first(blockKey, b.key()) {
				a.known.Communications = append(a.known.Communications, b)
			}
		}
	}
}

// boundBlock makes a wait of an unresolved call and the locks held there. A path back to the
// function that makes the call is of another object, as in boundBefore.
func boundBlock(p *PendingCall, ev Event) *Communication {
	if ev.Obj.Node() == "" || len(p.Event.Held)+ev.around == 0 || declaredFunc(ev.Site.Func) == declaredFunc(p.Func) {
		return nil
	}
	return &Communication{
		Op: ev.Op, Node: ev.Obj.Node(), Holder: holds(&ev), Held: append(slices.Clone(without(p.Event.Held, ev.Released)), ev.Held...),
		Site: ev.Site, Via: clip(append(append(slices.Clone(p.Event.Via), p.Event.Site), ev.Via...)), Func: p.Func, Async: p.Event.Async, Contexts: p.Contexts,
	}
}

// A comesBefore is a list of the acquisitions before the answers of a function.
type comesBefore struct {
	first *string
	n     int
	fn    string
}

// boundBefore returns a function that adds to an operation the acquisitions of unresolved calls before it. A path
// back to the function that makes the call is of another object: an object that closes its parts, which may be of
// its own kind, does not close itself. Many answers share what comes before them. Only the checks want it, of the few objects
// that they look at: it is not found out before they ask.
func (a *analyzer) boundBefore() func(*Communication) *Communication {
	known, acquired := map[comesBefore][]string{}, map[string][]acquisition{}
	return func(b *Communication) *Communication {
		if len(b.Before) == 0 {
			return b
		}
		l := comesBefore{&b.Before[0], len(b.Before), declaredFunc(b.Func)}
		if known[l] == nil {
			known[l] = a.withOpen(b.Before, l.fn, acquired)
		}
		if len(known[l]) == len(b.Before) {
			return b
		}
		n := *b // which other packages have as well
		n.Before, n.id = known[l], ""
		return &n
	}
}

// An acquisition after an unresolved call adds a node to the locks acquired before. It has
// its function.
type acquisition struct {
	leaves, fn string
	in         []string // only within these fields, unless it is nil
	older      bool     // part of the call's receiver, or of an older object
}

// withOpen is the list with the possible acquisitions of its unresolved calls. Those of each key are
// looked for once.
func (a *analyzer) withOpen(before []string, fn string, acquired map[string][]acquisition) []string {
	list, seen := slices.Clip(before), map[string]bool{"": true}
	for _, n := range before {
		seen[n] = true
	}
	for _, key := range before {
		if !isOpenKey(key) {
			continue
		}
		key, field, _ := strings.Cut(key, atField)
		field, own := strings.CutSuffix(field, ofSelf)
		if _, ok := acquired[key]; !ok {
			acquired[key] = a.acquisitions(key)
		}
		for _, got := range acquired[key] {
			leaves := got.through(key, field)
			if leaves != "" && own && got.older && a.known.Older[field] {
				leaves += olderBy + field
			}
			if (!strings.HasPrefix(key, "I:") || got.fn != fn) && !seen[leaves] {
				seen[leaves] = true
				list = append(list, leaves)
			}
		}
	}
	return slices.Clip(list)
}

// acquisitions are those after an unresolved call of a method of some object, or of a function in a field of
// the object.
func (a *analyzer) acquisitions(key string) []acquisition {
	somebody := syncop.AccessPath{Root: "P0"}
	if strings.HasPrefix(key, "F:") {
		somebody.Path = ".f->"
	}
	var list []acquisition
	for _, ev := range a.reach(&DynamicCall{Key: key, Recv: somebody}) {
		if !ev.IsAcquire() {
			continue
		}
		got := acquisition{leaves: leaves(&ev), fn: declaredFunc(ev.Site.Func), in: ev.fields(), older: ages(a.known.Older).isPart(ev.Obj)}
		if !slices.ContainsFunc(list, func(o acquisition) bool {
			return o.leaves == got.leaves && o.fn == got.fn && o.older == got.older && slices.Equal(o.in, got.in)
		}) {
			list = append(list, got)
		}
	}
	return list
}

// isOpenKey tells the key of an unresolved call from a node.
func isOpenKey(key string) bool { return strings.HasPrefix(key, "F:") || strings.HasPrefix(key, "I:") }

// reach returns the acquisitions and waits that a dynamic call leads to.
func (a *analyzer) reach(d *DynamicCall) []Event {
	if d.target != nil {
		return a.through(d.target.Name, environment{params: withRecv(d.target, d.Args), freeVars: d.target.FreeVars, owned: a.owners.owned})
	}
	if d.Key == "" || d.Key == "F:" {
		return nil
	}
	var list []Event
	self, isSelf := a.self(d)
	for _, t := range d.ofItsType(a.targets(d.Key)) {
		cond, ok := d.mayHave(t)
		if !ok {
			continue
		}
		params := d.Args
		switch {
		case isSelf && t.recv != nil && !t.bound:
			params = append([]Arg{{Path: self}}, params...)
		case t.recv != nil:
			params = append([]Arg{{Path: a.receiver(d, t)}}, params...)
		}
		env := environment{params: params, owned: a.owners.owned}
		if !t.bound {
			env.back = t.back
		}
		if t.recv != nil && !t.bound {
			env.selfIn = d.In
		}
		if env.back != "" {
			env.backObject, _, _ = ownerOf(d.Recv)
		}
		for _, ev := range a.through(t.key, env) {
			if cond != nil {
				ev.within = append(slices.Clip(ev.within), *cond)
			}
			list = append(list, ev)
		}
	}
	return distinct(list)
}

// through are the events that a function leads to, as its caller sees them.
func (a *analyzer) through(key string, env environment) []Event {
	var list []Event
	for _, ev := range a.closed(key) {
		if a.enough(list) {
			break
		}
		n := env.event(&ev)
		var may bool
		n.within, may = env.restrictAll(ev.within)
		switch {
		case !may || !env.possible(ev.Conds):
		case n.Dynamic == nil:
			list = append(list, n)
		case n.Dynamic.target != nil || n.Dynamic.Key != ev.Dynamic.Key:
			for _, inner := range after(&n, a.further(n.Dynamic)) {
				inner.around = max(inner.around, len(n.Held))
				list = append(list, inner)
			}
		case a.leadsBack(n.Dynamic):
			list = append(list, after(&n, a.further(n.Dynamic))...)
		case n.Dynamic.Recv.Outer():
			list = append(list, n)
		}
	}
	return list
}

// further are the events that a call leads to after another one. A function that is given itself, or that its receiver keeps,
// leads to itself without an end.
func (a *analyzer) further(d *DynamicCall) []Event {
	if a.nested >= maxGiven {
		a.reached("maxGiven", maxGiven)
		return nil
	}
	a.nested++
	defer func() { a.nested-- }()
	return a.reach(d)
}

// leadsBack reports whether a method value is called through an object that its
// receiver keeps: then it is known on which object.
func (a *analyzer) leadsBack(d *DynamicCall) bool {
	_, ok := a.known.boundTo(d.Recv, "")
	return ok && strings.HasPrefix(d.Key, "F:") && d.Key != "F:"
}

// closed are the events that a function leads to, unresolved calls included, as it sees them
// itself. Calls of functions that it is given stay open. Of functions that lead
// to themselves that part is left out.
func (a *analyzer) closed(key string) []Event {
	if known, ok := a.leads[key]; ok {
		return known
	}
	a.leads[key] = nil
	sum := a.known.summary(key)
	if sum == nil {
		return nil
	}
	var list []Event
	for i := range sum.Events {
		ev := &sum.Events[i]
		switch {
		case ev.Async != "":
		case ev.Dynamic == nil:
			if ev.IsAcquire() || waits(ev.Op) && !ev.Escapes {
				list = append(list, *ev)
			}
		case ev.Dynamic.Key == "F:":
			list = append(list, *ev)
		default:
			list = append(list, after(ev, a.reach(ev.Dynamic))...)
			if ev.Dynamic.Recv.Outer() && ev.Dynamic.Method == "" {
				list = append(list, *ev)
			}
		}
	}
	a.leads[key] = distinct(list)
	return a.leads[key]
}

// after adds the locks held at a call, and the way to it, to the events after it.
func after(ev *Event, list []Event) []Event {
	out := make([]Event, 0, len(list))
	for _, inner := range list {
		if inner.around > 0 {
			inner.around += len(ev.Held)
		}
		inner.Held = append(slices.Clone(ev.Held), inner.Held...)
		inner.Released = append(slices.Clone(ev.Released), inner.Released...)
		inner.Via = clip(append(append(slices.Clone(ev.Via), ev.Site), inner.Via...))
		inner.Conds = append(slices.Clone(ev.Conds), inner.Conds...)
		inner.within = append(slices.Clip(ev.within), inner.within...)
		out = append(out, inner)
	}
	return out
}

// distinct keeps one event for each object, that with the fewest locks held and
// the shortest way.
func distinct(list []Event) []Event {
	at := map[string]int{}
	var out []Event
	for _, ev := range list {
		k := ev.Op.String() + " " + ev.Obj.String() + "|" + ev.Obj.Types
		for _, u := range ev.Released {
			k += "-" + u.Lock.String()
		}
		if ev.Dynamic != nil {
			k += ev.Dynamic.Key + ev.Dynamic.Recv.String()
		}
		for _, c := range ev.within {
			k += "in" + c.object.String() + strings.Join(c.fields, ",")
		}
		i, ok := at[k]
		switch {
		case !ok:
			at[k] = len(out)
			out = append(out, ev)
		case len(ev.Held) < len(out[i].Held) || len(ev.Held) == len(out[i].Held) && len(ev.Via) < len(out[i].Via):
			out[i] = ev
		}
	}
	return out
}

// waits reports whether an operation waits for another goroutine to answer.
func waits(op trace.Op) bool {
	return op == trace.OpSend || op == trace.OpRecv || op == trace.OpWGWait || op == trace.OpWait
}

// enough reports whether no more is to be found after an unresolved call.
func (a *analyzer) enough(list []Event) bool {
	if a.bindWork++; a.bindWork > maxBindWork {
		a.reached("maxBindWork", maxBindWork)
		return true
	}
	if len(list) >= maxReach {
		a.reached("maxReach", maxReach)
		return true
	}
	return false
}

// possible evaluates conditions by constant arguments alone.
func (e environment) possible(conds []Condition) bool {
	for _, c := range conds {
		if _, val, known := e.condition(c); known && val != c.Val {
			return false
		}
	}
	return true
}

// comesBack reports whether a method is called by itself: then it is called
// on another object, which a type that wraps its own kind has as well (a logger of a logger). Under a lock that all
// objects share, the first such call would hang.
func comesBack(p *PendingCall, ev *Event) bool {
	return strings.HasPrefix(p.Event.Dynamic.Key, "I:") && declaredFunc(ev.Site.Func) == declaredFunc(p.Func) && p.Event.Site.Func == p.Func
}

// bound makes edges of an unresolved call and an acquisition after it: from the locks
// held at the call, and from those that its target holds where it calls a function
// that it was given.
func (a *analyzer) bound(p *PendingCall, ev Event) []Edge {
	way := append(slices.Clone(p.Event.Via), p.Event.Site)
	to := LockOf(ev.Obj, ev.Read, ev.Site, clip(append(slices.Clone(way), ev.Via...)))
	if to.Node == "" {
		return nil
	}
	var list []Edge
	held := slices.Clone(without(p.Event.Held, ev.Released))
	own := len(held)
	held = append(held, ev.Held...)
	for i, h := range held[:own+ev.around] {
		if i >= own {
			h.Via = clip(append(slices.Clone(way), h.Via...))
		}
		from := LockOf(h.Lock, h.Read, h.Site, h.Via)
		if from.Node == "" {
			continue
		}
		e := Edge{From: from, To: to, Func: p.Func, Contexts: p.Contexts, Same: from.Node == to.Node, Double: h.Lock.Same(ev.Obj), Unresolved: p.Event.Dynamic.Key}
		if e.Same && !e.Double && (ev.Obj.Below(h.Lock) || h.Lock.Below(ev.Obj)) || e.Double && !h.Read && comesBack(p, &ev) {
			continue
		}
		for j := range held {
			if g := gateOf(&held[j]); j != i && g.Node != "" && g.Node != from.Node && g.Node != to.Node {
				e.Gates = append(e.Gates, g)
			}
		}
		e.Gates = append(e.Gates, p.Gates...)
		list = append(list, e)
	}
	return list
}
