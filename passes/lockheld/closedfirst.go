package lockheld

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// Who answers may ask whether a channel is closed before it takes the lock, when it has seen the end
// of its context:
//
//	if ctx.Err() != nil {
//		select {
//		case <-s.stop:
//			return
//		default:
//			s.mu.Lock()
//
// It does not come to the lock if the context ends only behind the close:
//
//	s.mu.Lock()
//	close(s.stop)
//	s.jobs.Stop() // ends the context, and waits

// possible is what may have been acquired, of what is in the Before or Instead of an answer.
func possible(r *lockfacts.Reporter, w *lockfacts.Block, acquired []string) []string {
	never := func(got string) bool {
		open, field, _, ok := lockfacts.CutAsked(got)
		return ok && isClosedFirst(r, w, open, field)
	}
	if !slices.ContainsFunc(acquired, never) {
		return acquired
	}
	return slices.DeleteFunc(slices.Clone(acquired), never)
}

// isClosedFirst reports whether nobody finds a channel open who has seen the end of a context in a field, or
// that the channel is closed, if that is "". It stays the same channel until those who are waited for are over.
func isClosedFirst(r *lockfacts.Reporter, w *lockfacts.Block, channel, field string) bool {
	if slices.ContainsFunc(r.Facts.On(channel), func(b *lockfacts.Block) bool { return b.Op == trace.OpSend }) {
		return false
	}
	cancel, found := r.Facts.EndedBy(field), false
	if field != "" && cancel == "" {
		return false
	}
	for _, f := range r.Facts.Funcs {
		closes, stores := closesOf(r, f, channel)
		if slices.ContainsFunc(stores, func(in ssa.Instruction) bool { return !isBehindWait(r, f, w, in) }) {
			return false
		}
		for _, end := range endings(r, f, ownerOf(channel), cancel) {
			found = true
			if !slices.ContainsFunc(closes, func(in ssa.Instruction) bool { return leadsTo(in, end, stores) }) {
				return false
			}
		}
	}
	return found || field == ""
}

// ownerOf is the type in the class of a field.
func ownerOf(class string) string { return class[:max(strings.LastIndexByte(class, '.'), 0)] }

// closesOf returns the instructions of a function that close the channel in a field, and those that put another one there,
// but into a new object.
func closesOf(r *lockfacts.Reporter, f *lockfacts.Func, channel string) (closes, stores []ssa.Instruction) {
	frame := r.Facts.Frame(f.Fn)
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Call:
				if b, ok := in.Call.Value.(*ssa.Builtin); ok && b.Name() == "close" && frame.Place(in.Call.Args[0]).Node() == channel {
					closes = append(closes, in)
				}
			case *ssa.Store:
				fa, ok := in.Addr.(*ssa.FieldAddr)
				if !ok || frame.Place(fa).Node() != channel {
					continue
				}
				if _, isNew := fa.X.(*ssa.Alloc); !isNew {
					stores = append(stores, in)
				}
			}
		}
	}
	return closes, stores
}

// isBehindWait reports whether a function comes to an instruction only when it has waited for the same.
func isBehindWait(r *lockfacts.Reporter, f *lockfacts.Func, w *lockfacts.Block, in ssa.Instruction) bool {
	return slices.ContainsFunc(r.Facts.On(w.Node), func(b *lockfacts.Block) bool {
		if b.Op != w.Op || b.Func != f.Name || b.Async != "" || b.Escapes {
			return false
		}
		at := operationAt(f.Fn, b.Position())
		return at != nil && syncop.Dominates(at, in)
	})
}

// leadsTo reports whether a close comes before an end in any case, of the channel that is in the field then.
func leadsTo(closes, end ssa.Instruction, stores []ssa.Instruction) bool {
	return syncop.Dominates(closes, end) && !slices.ContainsFunc(stores, func(in ssa.Instruction) bool {
		return syncop.Comes(closes, in) && syncop.Comes(in, end)
	})
}

// endings returns the calls of a function, on what the objects of a type have in their fields, that come to a
// call of the function in a field which ends a context.
func endings(r *lockfacts.Reporter, f *lockfacts.Func, owner, cancel string) []ssa.Instruction {
	var list []ssa.Instruction
	for i := range f.Events {
		ev := &f.Events[i]
		if ev.Dyn == nil || cancel == "" || !callsField(r, ev, cancel) {
			continue
		}
		if call, ok := operationAt(f.Fn, ev.Position()).(ssa.CallInstruction); ok && isOfField(r, f, call, owner) {
			list = append(list, call)
		}
	}
	return list
}

// callsField reports whether an open call is one of the function in a field, or leads to one.
func callsField(r *lockfacts.Reporter, ev *lockfacts.Event, class string) bool {
	return ev.Dyn.Key == "F:"+class || r.Facts.ComesTo(ev, "F:"+class)
}

// isOfField reports whether a call is given what is in a field of a type, or calls that.
func isOfField(r *lockfacts.Reporter, f *lockfacts.Func, call ssa.CallInstruction, owner string) bool {
	return slices.ContainsFunc(append(slices.Clone(call.Common().Args), call.Common().Value), func(v ssa.Value) bool {
		load, ok := v.(*ssa.UnOp)
		if !ok {
			return false
		}
		fa, ok := load.X.(*ssa.FieldAddr)
		return ok && ownerOf(r.Facts.Frame(f.Fn).Place(fa).Class()) == owner
	})
}

// operationAt is the call or the operation on a channel of a function at a position, or nil.
func operationAt(fn *ssa.Function, pos token.Pos) ssa.Instruction {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case ssa.CallInstruction:
				if in.Pos() == pos {
					return in
				}
			case *ssa.UnOp:
				if in.Op == token.ARROW && in.Pos() == pos {
					return in
				}
			}
		}
	}
	return nil
}
