package lockfacts

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// What is to happen once per object may say so by a flag, which it sets with the lock that it takes, and finds set when
// it is called again:
//
//	func (b *Batch) Flush(f func(u Update)) error {
//		b.mu.Lock()
//		defer b.mu.Unlock()
//		if b.flushed {
//			return errFlushed
//		}
//		b.flushed = true
//		…
//	}
//
// What is done with that lock only where the flag is set comes behind the one call that is not refused. Who waits for the
// lock in that call meets nobody who does so.

// OnlyAfter reports whether the second of two edges, which holds what the first one waits for, happens only when the one
// call of a function in which the first one waits is past that.
func (r *Result) OnlyAfter(first, second *Edge) bool {
	once, later := r.Func(first.To.Site.Func), r.Func(second.From.Site.Func)
	if once == nil || later == nil || once == later || first.To.Node != second.From.Node {
		return false
	}
	lock, at := instructionOf(once.Fn, first.To.Site), instructionOf(later.Fn, second.siteIn(later.Name))
	return lock != nil && at != nil && slices.ContainsFunc(flagsBefore(at), func(flag string) bool {
		return r.setters()[flag] == once.Fn && refusesAgain(once.Fn, lock, flag)
	})
}

// siteIn is where a function is on the way to what an edge waits for.
func (e *Edge) siteIn(fn string) Site {
	if i := slices.IndexFunc(e.To.Via, func(s Site) bool { return s.Func == fn }); i >= 0 {
		return e.To.Via[i]
	}
	return e.To.Site
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

// flagsBefore returns the flags that are found set on every way to an instruction.
func flagsBefore(at ssa.Instruction) []string {
	var list []string
	for _, b := range at.Parent().Blocks {
		if fa := asksField(b); fa != nil && len(b.Succs[0].Preds) == 1 && b.Succs[0].Dominates(at.Block()) {
			list = append(list, selectorOf(fa))
		}
	}
	return list
}

// asksField is the field of type bool that the branch at the end of a block asks, or nil. It is set where control
// goes to the first successor.
func asksField(b *ssa.BasicBlock) *ssa.FieldAddr {
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return nil
	}
	load, ok := branch.Cond.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	fa, _ := load.X.(*ssa.FieldAddr)
	return fa
}

// refusesAgain reports whether a function sets a flag behind a lock, and behind a look at it that finds it not set, and
// does not unlock anything itself from the lock to there.
func refusesAgain(fn *ssa.Function, lock ssa.Instruction, flag string) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			fa := flagSetAt(in)
			if fa == nil || selectorOf(fa) != flag {
				continue
			}
			refused := slices.ContainsFunc(fn.Blocks, func(c *ssa.BasicBlock) bool {
				asked := asksField(c)
				return asked != nil && selectorOf(asked) == flag && lock.Block().Dominates(c) && c.Dominates(b) && c.Succs[0] != b && !syncop.Reaches(c.Succs[0], b)
			})
			if !refused || !mayPrecede(lock, in) || !lock.Block().Dominates(b) || unlocksBetween(lock, in) {
				return false
			}
		}
	}
	return true
}

// unlocksBetween reports whether a function may unlock something behind one instruction and before another one.
func unlocksBetween(first, last ssa.Instruction) bool {
	return slices.ContainsFunc(first.Parent().Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(in ssa.Instruction) bool {
			call, ok := in.(*ssa.Call)
			if !ok {
				return false
			}
			sc, ok := syncop.OpOf(&call.Call)
			return ok && (sc.Op == trace.OpUnlock || sc.Op == trace.OpRUnlock) && mayPrecede(first, in) && mayPrecede(in, last)
		})
	})
}

// setters returns the flags that one function alone sets, and nobody makes false again: fields that other packages cannot
// name. It looks at the package once.
func (r *Result) setters() map[string]*ssa.Function {
	if r.setBy != nil {
		return r.setBy
	}
	r.setBy = map[string]*ssa.Function{}
	for _, f := range r.Funcs {
		for _, b := range f.Fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.FieldAddr:
					if isBool(syncop.Elem(in.Type())) {
						r.noteSetter(in, f.Fn)
					}
				case *ssa.Store:
					r.forget(in)
				}
			}
		}
	}
	return r.setBy
}

func (r *Result) noteSetter(fa *ssa.FieldAddr, fn *ssa.Function) {
	flag := selectorOf(fa)
	for _, in := range *fa.Referrers() {
		switch in := in.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
			continue
		case *ssa.Store:
			if old, ok := r.setBy[flag]; flagSetAt(in) != nil && !isExportedField(fa) && (!ok || old == fn) {
				r.setBy[flag] = fn
				continue
			}
		}
		r.setBy[flag] = nil // for good: nobody is nil
	}
}

// forget notes that a store gives a whole struct a new value, flags and all.
func (r *Result) forget(st *ssa.Store) {
	t, ok := st.Val.Type().Underlying().(*types.Struct)
	if _, isNew := st.Addr.(*ssa.Alloc); !ok || isNew {
		return
	}
	for i := range t.NumFields() {
		r.setBy[lastSelector(syncop.FieldOf(syncop.Place{Root: syncop.Unknown}, st.Val.Type(), i).Path)] = nil
	}
}

func isExportedField(fa *ssa.FieldAddr) bool {
	st, ok := syncop.Elem(fa.X.Type()).Underlying().(*types.Struct)
	return !ok || st.Field(fa.Field).Exported()
}
