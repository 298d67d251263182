package lockheld

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// startedWith reports whether the answering goroutine was started with the lock that is held: after the lock, a function on
// the way to it has the go statement. The goroutine releases that lock and takes it again. A later hold of the waiter's own is
// none of its business.
func startedWith(r *lockfacts.Reporter, a *lockfacts.Communication, h lockfacts.HeldLock) bool {
	started := r.Facts.Func(a.Func)
	if started == nil || !slices.Contains(a.Handed, h.Lock.Node()) {
		return false
	}
	return slices.ContainsFunc(append(slices.Clone(h.Via), h.Site), func(step lockfacts.Site) bool {
		f := r.Facts.Func(step.Func)
		return f != nil && startsBehind(f.Fn, started.Fn, step)
	})
}

// startsBehind reports whether a go statement of a function comes after a site on every way to it, and starts another function.
func startsBehind(fn, started *ssa.Function, site lockfacts.Site) bool {
	var at ssa.Instruction
	var starts []*ssa.Go
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Go:
				if in.Call.StaticCallee() == started {
					starts = append(starts, in)
				}
			case *ssa.Call:
				if in.Pos() == site.Token() {
					at = in
				}
			}
		}
	}
	return at != nil && slices.ContainsFunc(starts, func(g *ssa.Go) bool { return syncop.Dominates(at, g) })
}
