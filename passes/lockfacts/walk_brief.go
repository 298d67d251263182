package lockfacts

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// isBrief reports whether what a function does through calls while it holds nothing is
// left out of its events and of its summary, since the called functions say the same: it
// is in a test file, takes no lock itself, and only functions of the package call it, which
// may ask for the whole summary. A goroutine that calls in a loop is whole: the locks of one round come before
// the waits of the next one, and no called function says so. In a large package most functions are tests, their literals
// and their callees.
func (a *analyzer) isBrief(fn *ssa.Function) bool {
	brief, ok := a.briefs[fn]
	if !ok {
		brief = a.inTestFile(fn) && !takesLock(fn) && !IsLoopBody(fn) && !repeats(fn) && !a.calledFromElsewhere(fn)
		a.briefs[fn] = brief
	}
	return brief
}

// calledFromElsewhere reports whether a function in a test file may have callers that the package
// does not name: a method through an interface, a function whose value is stored somewhere, and
// those that an external test may name.
func (a *analyzer) calledFromElsewhere(fn *ssa.Function) bool {
	outermost := fn
	for outermost.Parent() != nil {
		outermost = outermost.Parent()
	}
	return fn.Signature.Recv() != nil || a.storedSomewhere()[syncop.Key(fn)] || IsExported(outermost) && !a.isTest(outermost)
}

// repeats reports whether a function is a literal that is started as a goroutine and calls something in a loop.
func repeats(fn *ssa.Function) bool {
	return isStarted(fn) && slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(in ssa.Instruction) bool { _, ok := in.(*ssa.Call); return ok }) && syncop.InLoop(b)
	})
}

// isStarted reports whether a function is a literal of a go statement.
func isStarted(fn *ssa.Function) bool {
	return fn.Parent() != nil && slices.ContainsFunc(fn.Parent().Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(in ssa.Instruction) bool {
			g, ok := in.(*ssa.Go)
			return ok && g.Call.StaticCallee() == fn
		})
	})
}

// storedSomewhere is the functions whose value is stored in a field or the like.
func (a *analyzer) storedSomewhere() map[string]bool {
	if a.storedFuncs == nil {
		a.storedFuncs = map[string]bool{}
		for _, writes := range a.stores {
			for _, k := range writes {
				a.storedFuncs[k.Fn] = true
			}
		}
	}
	return a.storedFuncs
}

// takesLock reports whether a function has an instruction that acquires a lock.
func takesLock(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if ci, ok := in.(ssa.CallInstruction); ok {
				if sc, ok := syncop.OpOf(ci.Common()); ok && (sc.Op == trace.OpLock || sc.Op == trace.OpRLock) {
					return true
				}
			}
		}
	}
	return false
}

// summaryOf returns what is known about a function that is called in a state: all of it
// when something is held, or when the caller leaves nothing out.
func (w *walker) summaryOf(name string, s *state) *Summary {
	sum := w.pkg.summary(name)
	if sum != nil && sum.brief && (!w.brief || len(s.held) > 0) {
		return w.pkg.whole(name)
	}
	return sum
}

// leavesOut adds to a brief summary the locks that are acquired in the parts that it leaves out.
func (w *walker) leavesOut(s *Summary) {
	s.brief = true
	for i := range w.passed {
		s.left = s.left.union(w.passed[i].leaves(w))
	}
}
