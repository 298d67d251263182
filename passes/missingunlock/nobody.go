package missingunlock

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// A function that unlocks on no path may be meant to: other functions unlock. It is a mistake
// when no other function can. The lock is a variable or a field that other packages cannot
// name, it is only ever locked and unlocked, and each function that unlocks it locks it as well.

// forgotten looks at every return with a lock held that no other function can release.
func forgotten(r *lockfacts.Reporter, f *lockfacts.Func) {
	if f.Fn.Parent() != nil || isWholeProgram(r, f.Fn) {
		return
	}
	reported := map[string]bool{}
	for i := range f.Exits {
		e := &f.Exits[i]
		for _, h := range e.Held {
			path := h.Lock.String()
			if reported[path] || f.Released[path] || !h.Lock.Known() || len(h.Via) > 0 || deliberate(f, e, path) || lockedAgain(f, path) {
				continue
			}
			if reported[path] = true; onlyHere(r, f, h) && !remarked(r, f, h.Site.Token()) {
				reportUnreleased(r, f, e, h)
			}
		}
	}
}

// reportUnreleased reports a lock that a function returns with and no function can release.
func reportUnreleased(r *lockfacts.Reporter, f *lockfacts.Func, e *lockfacts.Exit, h lockfacts.HeldLock) {
	class, mode := h.Lock.Class(), lockfacts.ModeOf(h.Read)
	pos := e.Pos
	if !pos.IsValid() {
		pos = h.Site.Token()
	}
	r.Report(lockfacts.Finding{
		Check: checks.MissingUnlock, Pos: pos,
		Message: fmt.Sprintf("%s returns with %s locked at %s, which no code unlocks", f.Fn.Name(), lockfacts.ShortClass(class), lockfacts.Chain(h.Via, h.Site)),
		Sides:   []lockfacts.Side{{Steps: []lockfacts.Step{{Op: mode.String(), Class: class, Site: h.Site, Via: h.Via}}}},
	}, []lockgraph.EdgeKey{{Func: f.Name, Class: class, Mode: mode}})
}

// isWholeProgram reports whether nothing happens after a function: it is main, or part
// of a test.
func isWholeProgram(r *lockfacts.Reporter, fn *ssa.Function) bool {
	return fn.Name() == "main" && r.Pass.Pkg.Name() == "main" || strings.HasSuffix(r.Pass.Fset.Position(fn.Pos()).Filename, "_test.go")
}

// onlyHere reports whether only the function can release a lock that it takes, and it does not.
func onlyHere(r *lockfacts.Reporter, f *lockfacts.Func, h lockfacts.HeldLock) bool {
	unlocks, known := releasers(r, f, h)
	return known && !unlocks[f.Fn]
}

// nobodyElse reports whether only the function can release a lock that it takes. A result that says whether the lock is held
// is of no use to its callers.
func nobodyElse(r *lockfacts.Reporter, f *lockfacts.Func, h lockfacts.HeldLock) bool {
	if f.Fn.Parent() != nil || len(h.Via) > 0 || isWholeProgram(r, f.Fn) || remarked(r, f, h.Site.Token()) {
		return false
	}
	_, known := releasers(r, f, h)
	return known
}

// releasers returns the functions that unlock a lock which a function takes, when each of them locks it as well, and no other function can.
func releasers(r *lockfacts.Reporter, f *lockfacts.Func, h lockfacts.HeldLock) (unlocks map[*ssa.Function]bool, known bool) {
	lock := variableOf(lockAt(f.Fn, h.Site.Token()))
	if lock == nil || slices.ContainsFunc(r.Facts.Funcs, func(g *lockfacts.Func) bool { return releasesForCaller(g, h.Lock.Node()) }) {
		return nil, false
	}
	locks, unlocks := map[*ssa.Function]bool{}, map[*ssa.Function]bool{}
	for _, g := range r.Facts.Funcs {
		if !uses(g.Fn, lock, locks, unlocks) {
			return nil, false
		}
	}
	for g := range unlocks {
		if !locks[g] {
			return nil, false
		}
	}
	return unlocks, true
}

// releasesForCaller reports whether a function releases a lock of its caller.
func releasesForCaller(f *lockfacts.Func, node string) bool {
	return slices.ContainsFunc(f.Exits, func(e lockfacts.Exit) bool {
		return slices.ContainsFunc(e.Released, func(u lockfacts.Released) bool { return u.Lock.Node() == node })
	})
}

// lockAt returns the receiver of the call of a Lock method at a position, if it
// blocks.
func lockAt(fn *ssa.Function, pos token.Pos) ssa.Value {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(*ssa.Call)
			if !ok || call.Pos() != pos {
				continue
			}
			if sc, ok := syncop.OpOf(call.Common()); ok && !sc.Try {
				return sc.Recv
			}
		}
	}
	return nil
}

// variableOf is the field or global variable that a value is the address of, if other
// packages cannot name it, or nil.
func variableOf(v ssa.Value) types.Object {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		st, ok := syncop.Elem(v.X.Type()).Underlying().(*types.Struct)
		if !ok {
			return nil
		}
		if field := st.Field(v.Field).Origin(); isOfProgram(field) || !field.Exported() && !field.Embedded() {
			return field
		}
	case *ssa.Global:
		if obj := v.Object(); obj != nil && !obj.Exported() {
			return obj
		}
	}
	return nil
}

// embeds reports whether a value of a type can be locked through an interface: an embedded lock gives it its methods.
func embeds(t types.Type, lock types.Object) bool {
	field, ok := lock.(*types.Var)
	if !ok || !field.Embedded() {
		return false
	}
	st, ok := syncop.Elem(t).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range st.NumFields() {
		if st.Field(i).Origin() == field {
			return true
		}
	}
	return false
}

// isOfProgram reports whether no package can import the package of a variable.
func isOfProgram(v types.Object) bool { return v.Pkg() != nil && v.Pkg().Name() == "main" }

// uses notes whether a function, or the function around it, locks and unlocks a
// variable. It reports false when its address goes elsewhere.
func uses(fn *ssa.Function, lock types.Object, locks, unlocks map[*ssa.Function]bool) bool {
	outer := fn
	for outer.Parent() != nil {
		outer = outer.Parent()
	}
	var rands [16]*ssa.Value
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if x, ok := in.(*ssa.MakeInterface); ok && embeds(x.X.Type(), lock) {
				return false
			}
			for _, op := range in.Operands(rands[:0]) {
				if *op == nil || variableOf(*op) != lock {
					continue
				}
				call, ok := in.(ssa.CallInstruction)
				if !ok {
					return false
				}
				sc, ok := syncop.OpOf(call.Common())
				if !ok {
					return false
				}
				if sc.Op == trace.OpUnlock || sc.Op == trace.OpRUnlock {
					unlocks[outer] = true
				} else {
					locks[outer] = true
				}
			}
		}
	}
	return true
}
