package lockfacts

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A goroutine takes no lock any more once another goroutine has waited for its end:
//
//	func (s *Session) Close() { close(s.stop); <-s.done; s.mu.Lock(); … }
//	func (s *Session) loop()  { defer close(s.done); for { … s.handle(m) } }
//
// An operation in the loop, and nowhere else, does not meet the locked part of Close.

// IsOver reports whether the function of the first edge has returned when the second edge holds the lock that the first one
// waits for. The holder has waited for that function, and the first edge happens nowhere else. That the goroutine works for
// the very object of that wait is an assumption.
func (r *Result) IsOver(first, second *Edge) bool {
	if first.Async != "" || first.To.Node != second.From.Node {
		return false
	}
	f := r.Func(second.From.Site.Func)
	if f == nil {
		return false
	}
	waits := r.waitsOf(f)
	if len(waits) == 0 {
		return false
	}
	g := r.Func(first.Func)
	return g != nil && slices.ContainsFunc(r.over(f, waits, second.From.Site), func(loop *Func) bool { return r.onlyWithin(loop, g) })
}

// over is the functions of the object that a function locks which have returned when it comes to that lock, by the receives before.
func (r *Result) over(f *Func, waits []*ssa.UnOp, lock Site) []*Func {
	call, ok := instructionOf(f.Fn, lock).(*ssa.Call)
	if !ok {
		return nil
	}
	sc, ok := syncop.OpOf(call.Common())
	if !ok {
		return nil
	}
	frame := r.Frame(f.Fn)
	object := objectWith(frame.AccessPath(sc.Recv))
	var loops []*Func
	for _, recv := range waits {
		done := frame.AccessPath(recv.X)
		if object == "" || objectWith(done) != object || !syncop.Dominates(recv, call) {
			continue
		}
		if loop := r.endsWith(done.Node()); loop != nil {
			loops = append(loops, loop)
		}
	}
	return loops
}

// instructionOf is the call of a function at a site, or nil.
func instructionOf(fn *ssa.Function, at Site) ssa.Instruction {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(*ssa.Call); ok && call.Pos().IsValid() && call.Pos() == at.Token() {
				return call
			}
		}
	}
	return nil
}

// waitsOf is the receives of a function, none if it starts a goroutine, for which it may have waited.
func (r *Result) waitsOf(f *Func) []*ssa.UnOp {
	waits, ok := r.waits[f]
	if ok {
		return waits
	}
	if r.waits == nil {
		r.waits = map[*Func][]*ssa.UnOp{}
	}
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.UnOp:
				if in.Op == token.ARROW {
					waits = append(waits, in)
				}
			case *ssa.Go:
				r.waits[f] = nil
				return nil
			}
		}
	}
	r.waits[f] = waits
	return waits
}

// objectWith is the object that has something as a field, or "".
func objectWith(p syncop.AccessPath) string {
	i := strings.LastIndexByte(p.Path, '.')
	if i < 0 || !p.Known() || strings.Contains(p.Path, "[") {
		return ""
	}
	return p.Root + p.Path[:i]
}

// endsWith is the one function that closes a channel, when it returns, if no function sends to the channel.
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
			if ok && builtin.Name() == "close" && r.Frame(f.Fn).AccessPath(in.Call.Args[0]).Node() == node {
				return true
			}
			return false // an earlier deferred call runs after the close
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
