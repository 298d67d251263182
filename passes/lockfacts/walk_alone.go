package lockfacts

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A passed is a call of which not every event became one of the function's own.
type passed struct {
	at   ssa.Instruction
	sum  *Summary
	env  environment
	left nodes // see leaves
}

// passesOver reports whether an event of a called function says nothing here that the called
// function does not say itself. This is so in a test without callers, and in a function of
// which [analyzer.isBrief] tells. Their events through calls without a held lock would be the
// greater part of all events of a large package.
func (w *walker) passesOver(s *state, ev *Event, env environment) bool {
	return (w.alone || w.brief) && len(s.held) == 0 && !env.tellsMore(ev, w.brief)
}

// tellsMore reports whether an event means more to the caller than to the called
// function: an object has another name there, or two are the same one, or it is
// known which function is called. WaitGroups, channels and Conds are kept where the function
// takes locks itself. Locks before an operation can delay the goroutine that waits for it.
func (e environment) tellsMore(ev *Event, brief bool) bool {
	switch {
	case ev.Dynamic != nil:
		return e.target(ev.Dynamic) != nil || brief && e.calledByArgument(ev.Dynamic)
	case blocksOrWakes(ev.Op) && !brief:
		return ev.Obj.Outer() || ev.Async != ""
	case blocksOrWakes(ev.Op), ev.Op == trace.OpWGAdd && brief:
		return e.renames(ev.Obj)
	case ev.Op == trace.OpWGAdd:
		return ev.Obj.Outer()
	case !visible(ev):
		return false
	}
	return e.renames(ev.Obj) || slices.ContainsFunc(ev.Held, func(h HeldLock) bool {
		return e.renames(h.Lock) || h.Lock.Node() == ev.Obj.Node()
	})
}

// renames reports whether the caller has another node for an access path.
func (e environment) renames(p syncop.AccessPath) bool {
	if !p.Outer() {
		return false
	}
	q := e.path(p)
	return (q.Types != p.Types || q.Var != p.Var) && q.Node() != p.Node()
}

// leaves are the nodes that the events of a call that were passed over add to the locks
// acquired before, by analyzer.numbers. The set is shared.
func (p *passed) leaves(w *walker) nodes {
	if p.left != nil {
		return p.left
	}
	set := slices.Clone(p.sum.left)
	left := w.pkg.leavesOf(p.sum)
	for i := range p.sum.Events {
		ev, n := &p.sum.Events[i], left[i]
		if n == "" || p.env.tellsMore(ev, w.brief) {
			continue
		}
		if ev.IsAcquire() && w.pkg.isFresh(w.fn, p.env.path(ev.Obj), p.at) {
			continue
		}
		set = set.with(w.pkg.numbers.of(n))
	}
	p.left = set
	return set
}

// leavesOf are the nodes that each event of a summary adds to the locks acquired before, see [leaves]. It is
// asked for at every call.
func (a *analyzer) leavesOf(sum *Summary) []string {
	list, ok := a.leftBy[sum]
	if !ok {
		list = make([]string, len(sum.Events))
		for i := range sum.Events {
			list[i] = leaves(&sum.Events[i])
		}
		a.leftBy[sum] = list
	}
	return list
}

// calledByArgument reports whether callers of the caller may know which function is called.
func (e environment) calledByArgument(d *DynamicCall) bool {
	if !d.Recv.Outer() {
		return false
	}
	p := e.path(d.Recv)
	return p.Outer() && (p.Path == "" || p.Path == "->")
}

// leaves is leaves for an event of the function, of which it is known whether the object has
// escaped.
func (w *walker) leaves(i int) string {
	ev := &w.info.Events[i]
	if w.isPrivate(ev) {
		return ""
	}
	n := leaves(ev)
	if ev.Dynamic != nil && ev.Async == "" && n == "" {
		return ev.Dynamic.ofArgument()
	}
	if strings.Contains(n, atField) && ev.Dynamic.ownField(w.fn) {
		n += ofSelf
	}
	return n
}

// leaves is the node that an event adds to the locks acquired before: a node, marked for shared mode,
// or the key of an unresolved call.
func leaves(ev *Event) string {
	switch {
	case ev.Async != "":
	case ev.Dynamic != nil:
		if ev.Dynamic.Key != "F:" {
			return ev.Dynamic.openKey()
		}
	case ev.IsAcquire() && ev.Obj.Node() != "":
		node := ev.Obj.Node()
		if whole := wholeOf(ev.Obj); whole != "" {
			node += ofWhole + whole + endOfWhole
		}
		if ev.Read {
			return readMode + node
		}
		return node
	}
	return ""
}
