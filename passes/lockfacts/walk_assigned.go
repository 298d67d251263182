package lockfacts

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// The called function finds the values that its caller has put into fields before the call:
//
//	cd.next = s.levels[0]
//	cd.lockLevels() // locks s.levels[0]

// An assignment is the only store of a function to a field that points to a struct.
type assignment struct {
	at   *ssa.Store
	slot string // the object behind the field, as a path: "P1.next->"
	val  syncop.AccessPath
}

// assignments returns those of the function whose field others can see. In most
// functions there are none.
func (w *walker) assignments() []assignment {
	if w.assigns != nil {
		return w.assigns
	}
	w.assigns = []assignment{}
	count := map[string]int{}
	for _, b := range w.fn.Blocks {
		for _, in := range b.Instrs {
			st, ok := in.(*ssa.Store)
			if !ok {
				continue
			}
			fa, ok := st.Addr.(*ssa.FieldAddr)
			if !ok || !pointsToStruct(st.Val.Type()) {
				continue
			}
			slot, val := w.frame.AccessPath(fa), w.frame.AccessPath(st.Val)
			count[lastSelector(slot.Path)]++
			if slot.Outer() && val.Known() {
				w.assigns = append(w.assigns, assignment{st, slot.String() + "->", val})
			}
		}
	}
	w.assigns = slices.DeleteFunc(w.assigns, func(a assignment) bool { return count[lastSelector(a.slot)] > 1 || w.isChanged(a) })
	return w.assigns
}

// finds returns how a function that is called there finds the access paths of this one by the
// names of earlier assignments, or nil when there is nothing like that.
func (w *walker) finds(at ssa.Instruction) func(syncop.AccessPath) syncop.AccessPath {
	var known []assignment
	for _, a := range w.assignments() {
		if syncop.Dominates(a.at, at) {
			known = append(known, a)
		}
	}
	if len(known) == 0 {
		return nil
	}
	return func(p syncop.AccessPath) syncop.AccessPath {
		for _, a := range known {
			if rest, ok := strings.CutPrefix(p.String(), a.slot); ok {
				p.Root, p.Path = a.val.Root, a.val.Path+rest
			}
		}
		return p
	}
}

// isChanged reports whether a function that is called after an assignment assigns to the
// field as well.
func (w *walker) isChanged(a assignment) bool {
	sel, changed := lastSelector(a.slot), false
	syncop.After(a.at, func(in ssa.Instruction) bool {
		call, ok := in.(ssa.CallInstruction)
		if !ok || call.Common().StaticCallee() == nil {
			return !changed
		}
		stores := w.pkg.stores[w.pkg.key(call.Common().StaticCallee())]
		changed = changed || slices.ContainsFunc(stores, func(k HeapWrite) bool { return lastSelector(k.Slot.Path) == sel })
		return !changed
	})
	return changed
}

// A called function may put another object where the caller has locked one:
//
//	s.conn.mu.Lock()
//	s.reconnect() // s.conn = dial(): the lock that is held is no longer s.conn.mu
//	s.conn.mu.Lock()
//
// The lock stays held, as some lock of its class. With a struct that is overwritten its locks are gone (see overwrite).

// maxReplaced bounds what is remembered of a function.
const maxReplaced = 20

// replacedBy are the access paths at which a function of the package may leave another object than it has found: "P0.conn->" for
// the target of a field, "P0" for a struct.
func (a *analyzer) replacedBy(fn *ssa.Function) []syncop.AccessPath {
	if known, ok := a.replaces[fn]; ok {
		return known
	}
	a.replaces[fn] = nil // ends recursion
	frame := a.frame(fn)
	var list []syncop.AccessPath
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Store:
				if p, ok := replacedAt(frame, in); ok {
					list = append(list, p)
				}
			case *ssa.Call, *ssa.Defer:
				list = append(list, a.replacedThrough(frame, in.(ssa.CallInstruction).Common())...)
			}
		}
	}
	list = dropped(list, func(p syncop.AccessPath) bool { return !isOutside(p) || p.Path == "->" })
	slices.SortFunc(list, func(p, q syncop.AccessPath) int { return cmp.Compare(p.String(), q.String()) })
	list = slices.CompactFunc(list, func(p, q syncop.AccessPath) bool { return p.String() == q.String() })
	a.replaces[fn] = list[:min(len(list), maxReplaced)]
	return a.replaces[fn]
}

// replacedThrough are those of a called function under the names of its caller.
func (a *analyzer) replacedThrough(frame *syncop.Frame, c *ssa.CallCommon) (list []syncop.AccessPath) {
	callee := c.StaticCallee()
	if callee == nil {
		return nil
	}
	var env environment
	for i, p := range a.replacedBy(callee) {
		if i == 0 {
			for _, arg := range c.Args {
				env.params = append(env.params, Arg{Path: frame.AccessPath(arg)})
			}
		}
		list = append(list, env.path(p))
	}
	return list
}

// replacedAt is the access path of the object that a store replaces.
func replacedAt(frame *syncop.Frame, st *ssa.Store) (syncop.AccessPath, bool) {
	p := frame.AccessPath(st.Addr)
	if overwrites(st) {
		return p, true
	}
	fa, ok := st.Addr.(*ssa.FieldAddr)
	if !ok || !pointsToStruct(st.Val.Type()) && !types.IsInterface(st.Val.Type()) || isMissing(fa, st.Block()) {
		return p, false
	}
	return syncop.LoadOf(p, st.Val.Type()), true
}

// isMissing reports whether control comes to a block only where a field is nil: nothing is replaced there.
func isMissing(fa *ssa.FieldAddr, b *ssa.BasicBlock) bool {
	for ; b.Idom() != nil; b = b.Idom() {
		branch, ok := syncop.Terminator(b.Idom()).(*ssa.If)
		if !ok || len(b.Preds) != 1 {
			continue
		}
		test, ok := branch.Cond.(*ssa.BinOp)
		if !ok || !syncop.IsNil(test.Y) || (test.Op == token.EQL) != (b == b.Idom().Succs[0]) {
			continue
		}
		load, ok := test.X.(*ssa.UnOp)
		if !ok {
			continue
		}
		if of, ok := load.X.(*ssa.FieldAddr); ok && of.Field == fa.Field && of.X == fa.X {
			return true
		}
	}
	return false
}

// replace accounts for the objects that a call may have replaced.
func (w *walker) replace(s *state, instr ssa.CallInstruction) {
	if len(s.held) == 0 {
		return
	}
	for _, p := range w.pkg.replacedThrough(w.frame, instr.Common()) {
		if !strings.HasSuffix(p.Path, "->") {
			s.overwrite(p)
			continue
		}
		for i, h := range s.held {
			if call, _ := instr.(*ssa.Call); h.Lock.Root == p.Root && strings.HasPrefix(withoutVersions(h.Lock.Path), p.Path) && (h.from == nil || h.from != call) {
				s.held = append([]HeldLock{}, s.held...) // events have it, too
				s.held[i].Lock, s.held[i].at = h.Lock.Forget(), nil
			}
		}
	}
}
