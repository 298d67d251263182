package lockfacts

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A goroutine that somebody has waited for takes no lock any more:
//
//	func (s *Session) Close() { close(s.stop); <-s.done; s.mu.Lock(); … }
//	func (s *Session) loop()  { defer close(s.done); for { … s.handle(m) } }
//
// What happens in the loop, and nowhere else, does not meet what Close does with the lock.

// IsOver reports whether the first of two edges happens only in a function that has returned when the second one
// holds the lock that it waits for, since who takes that lock has waited for it. That the goroutine works for the very object that is
// waited for is believed, not known.
func (r *Result) IsOver(first, second *Edge) bool {
	f, g := r.Func(second.From.Site.Func), r.Func(first.Func)
	if f == nil || g == nil || first.Async != "" || first.To.Node != second.From.Node || starts(f.Fn) {
		return false
	}
	call, ok := instructionOf(f.Fn, second.From.Site).(*ssa.Call)
	if !ok {
		return false
	}
	sc, ok := syncop.OpOf(call.Common())
	if !ok {
		return false
	}
	object, frame := objectWith(r.Frame(f.Fn).Place(sc.Recv)), r.Frame(f.Fn)
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			recv, ok := in.(*ssa.UnOp)
			if !ok || recv.Op != token.ARROW || !syncop.Dominates(in, call) {
				continue
			}
			if done := frame.Place(recv.X); object != "" && objectWith(done) == object {
				if loop := r.endsWith(done.Node()); loop != nil && r.onlyWithin(loop, g) {
					return true
				}
			}
		}
	}
	return false
}

// starts reports whether a function starts a goroutine, which may be the one that it has waited for.
func starts(fn *ssa.Function) bool {
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(in ssa.Instruction) bool { _, ok := in.(*ssa.Go); return ok })
	})
}

// objectWith is the object that has something as a field, or "".
func objectWith(p syncop.Place) string {
	i := strings.LastIndexByte(p.Path, '.')
	if i < 0 || !p.Known() || strings.Contains(p.Path, "[") {
		return ""
	}
	return p.Root + p.Path[:i]
}

// endsWith is the one function that closes a channel, when it returns, if nobody sends to the channel.
func (r *Result) endsWith(node string) *Func {
	var loop *Func
	for _, b := range r.On(node) {
		switch b.Op {
		case trace.OpSend:
			return nil
		case trace.OpClose:
			f := r.Func(b.Site.Func)
			if f == nil || loop != nil && f != loop || !r.defersClose(f, node) {
				return nil
			}
			loop = f
		}
	}
	return loop
}

// defersClose reports whether a function closes a channel by a deferred call, which it defers before all else.
func (r *Result) defersClose(f *Func, node string) bool {
	for _, in := range f.Fn.Blocks[0].Instrs {
		switch in := in.(type) {
		case *ssa.Defer:
			builtin, ok := in.Call.Value.(*ssa.Builtin)
			if ok && builtin.Name() == "close" && r.Frame(f.Fn).Place(in.Call.Args[0]).Node() == node {
				return true
			}
			return false // what is deferred before runs behind the close
		case *ssa.Call:
			return false
		}
	}
	return false
}

// onlyWithin reports whether control comes to a function only through another one, by calls in its goroutine.
func (r *Result) onlyWithin(outer, inner *Func) bool {
	seen, work := map[*Func]bool{outer: true}, []*Func{inner}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[f] {
			continue
		}
		seen[f] = true
		callers, ok := r.callers(f)
		if !ok || len(callers) == 0 {
			return false
		}
		work = append(work, callers...)
	}
	return true
}
