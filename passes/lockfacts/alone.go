package lockfacts

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A passed is a call in a function that nobody calls, of which not every event
// became one of the function's own.
type passed struct {
	at  ssa.Instruction
	sum *Summary
	env environment
}

// passesOver reports whether an event of a called function says nothing here that
// the called function does not say itself. In a large package most functions are
// tests, which nobody calls: what they do through calls while they hold nothing
// would be the greater part of all events.
func (w *walker) passesOver(s *state, ev *Event, env environment) bool {
	return (w.alone || w.brief) && len(s.held) == 0 && !env.tellsMore(ev, w.brief)
}

// tellsMore reports whether an event means more to the caller than to the called
// function: an object has another name there, or two are the same one, or it is
// known who is called. WaitGroups, channels and Conds are kept: who has them matters.
func (e environment) tellsMore(ev *Event, brief bool) bool {
	switch {
	case ev.Dyn != nil:
		return e.target(ev.Dyn) != nil || brief && e.calledByArgument(ev.Dyn)
	case blocksOrWakes(ev.Op) && !brief:
		return ev.Obj.Outer() || ev.Async != ""
	case blocksOrWakes(ev.Op):
		return ev.Obj.Outer() && e.place(ev.Obj).Node() != ev.Obj.Node()
	case ev.Op == trace.OpWGAdd && !brief:
		return ev.Obj.Outer()
	case ev.Op == trace.OpWGAdd:
		return ev.Obj.Outer() && e.place(ev.Obj).Node() != ev.Obj.Node()
	case !visible(ev):
		return false
	}
	node := ev.Obj.Node()
	if ev.Obj.Outer() && e.place(ev.Obj).Node() != node {
		return true
	}
	return slices.ContainsFunc(ev.Held, func(h Held) bool {
		known := h.Lock.Node()
		return known == node || h.Lock.Outer() && e.place(h.Lock).Node() != known
	})
}

// leaves are what the events of a call that were passed over add to the locks
// acquired before.
func (p *passed) leaves(w *walker) []string {
	list := p.sum.left
	for i := range p.sum.Events {
		ev := &p.sum.Events[i]
		n := leaves(ev)
		if n == "" || p.env.tellsMore(ev, w.brief) {
			continue
		}
		if ev.IsAcquire() && w.pkg.isFresh(w.fn, p.env.place(ev.Obj), p.at) {
			continue
		}
		list = addNode(list, n)
	}
	return list
}

// calledByArgument reports whether those who call the caller may know who is called.
func (e environment) calledByArgument(d *Dyn) bool {
	if !d.Recv.Outer() {
		return false
	}
	p := e.place(d.Recv)
	return p.Outer() && (p.Path == "" || p.Path == "->")
}
