package lockfacts

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// A goroutine may ask, before it takes a lock, whether somebody has closed a channel, and it may do so
// only when it has seen that its context is over:
//
//	if ctx.Err() != nil {
//		select {
//		case <-s.stop:
//		default: // nobody has closed it
//			s.mu.Lock()
//
// Where the channel is closed in any case before the context ends, it does not come to the lock. The
// order matters: who looks at the channel first may find it open, and see the end of the context later.

// Asked is what a goroutine has asked before it takes a lock.
type Asked struct {
	Open   string       // the channel that it saw open, by node
	Ended  syncop.Place // the context of which it saw the end before that, unless it saw Closed
	Closed bool         // it saw Open closed before, or the end of the context
}

// isDecided reports whether it is known what was seen before the channel.
func (a *Asked) isDecided() bool { return a.Closed || a.Ended.Root != "" }

// or is what was asked on one of two ways, or nil.
func (a *Asked) or(b *Asked) *Asked {
	switch {
	case a == nil || b == nil || a.Open != b.Open:
		return nil
	case !a.isDecided() || !b.isDecided() || a.Ended.Root != "" && b.Ended.Root != "" && a.Ended != b.Ended:
		return &Asked{Open: a.Open}
	}
	both := &Asked{Open: a.Open, Ended: a.Ended, Closed: a.Closed || b.Closed}
	if both.Ended.Root == "" {
		both.Ended = b.Ended
	}
	return both
}

// asks returns what is asked on every way to a block that takes a lock, or nil.
func (w *walker) asks(b *ssa.BasicBlock) *Asked {
	known, ok := w.saysOpen[b]
	if ok {
		return known
	}
	if sel, open := w.sawOpen(b); sel != nil {
		if known = w.sawBefore(sel.Block(), open); known == nil {
			known = &Asked{Open: open}
		}
	}
	if w.saysOpen == nil {
		w.saysOpen = map[*ssa.BasicBlock]*Asked{}
	}
	w.saysOpen[b] = known
	return known
}

// asked gives what the called function has asked its meaning in the caller. Who passes nil for the
// context has to say himself what was seen.
func (e environment) asked(a *Asked) *Asked {
	if a == nil || a.Ended.Root == "" {
		return a
	}
	named := &Asked{Open: a.Open, Ended: e.place(a.Ended), Closed: a.Closed}
	if arg, ok := e.arg(a.Ended.Root); ok && a.Ended.Path == "" && arg.Const == "nil" || !named.Ended.Known() {
		return &Asked{Open: a.Open}
	}
	return named
}

// mayAsk reports whether an event of a called function may happen after what that has asked: not when
// its context never ends. It adds what the caller has seen before the call.
func (w *walker) mayAsk(ev *Event, at ssa.Instruction) bool {
	if ev.Asked == nil {
		return true
	}
	if register, ok := strings.CutPrefix(ev.Asked.Ended.Root, "L"); ok {
		never := neverEnds(valueOf(w.fn, register))
		if never && !ev.Asked.Closed {
			return false
		}
		ev.Asked = &Asked{Open: ev.Asked.Open, Closed: never}
	}
	if !ev.Asked.isDecided() && at != nil {
		if seen := w.sawBefore(at.Block(), ev.Asked.Open); seen != nil {
			ev.Asked = seen
		}
	}
	return true
}

// neverEnds reports whether a context is one that nobody can end.
func neverEnds(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil {
		return false
	}
	switch syncop.Key(call.Call.StaticCallee()) {
	case "context.Background", "context.TODO":
		return true
	}
	return false
}

// unless stands before a node that is acquired after something was asked, with the channel, and the
// field of the context, or nothing where the channel was seen closed before.
const unless = "unless "

// mark is what stands before the node, or "" when what was asked says nothing.
func (a *Asked) mark() string {
	if a == nil || !a.isDecided() {
		return ""
	}
	field := lastSelector(a.Ended.Path)
	if a.Ended.Root != "" && field == "" {
		return ""
	}
	return unless + a.Open + "," + field + ";"
}

// CutAsked splits what is said about a node in the Before or Instead of a [Block]: the channel that was
// seen open, the field of the context of which the end was seen before, and the node.
func CutAsked(got string) (open, field, node string, ok bool) {
	rest, ok := strings.CutPrefix(got, unless)
	if !ok {
		return "", "", got, false
	}
	said, node, _ := strings.Cut(rest, ";")
	open, field, _ = strings.Cut(said, ",")
	return open, field, node, true
}
