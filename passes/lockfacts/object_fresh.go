package lockfacts

import (
	"go/token"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// isFresh reports whether the lock belongs to an object that the function made
// and that has not escaped when control comes to an instruction. A field of the object may
// point to another object, which may have escaped. A receiver that is passed by value is a
// new object.
func (a *analyzer) isFresh(fn *ssa.Function, p syncop.AccessPath, at ssa.Instruction) bool {
	name, ok := strings.CutPrefix(p.Root, "L")
	if !ok || strings.Contains(p.Path, "->") {
		return false
	}
	made, ok := a.made[fn]
	if !ok {
		made = map[string][]ssa.Instruction{}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if v, ok := in.(ssa.Value); ok && a.isNew(v) {
					made[v.Name()] = a.escapesOf(v, 0)
				}
			}
		}
		a.made[fn] = made
	}
	list, ok := made[name]
	return ok && at != nil && !slices.ContainsFunc(list, func(in ssa.Instruction) bool { return mayPrecede(in, at) })
}

func mayPrecede(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() && slices.Index(a.Block().Instrs, a) < slices.Index(b.Block().Instrs, b) {
		return true
	}
	return syncop.Reaches(a.Block(), b.Block())
}

// isNew reports whether a value is an object that has not escaped when the value is computed.
func (a *analyzer) isNew(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc:
		return true
	case *ssa.Call:
		fn := v.Call.StaticCallee()
		return fn != nil && (a.makes[a.key(fn)] || a.known.Makes[a.key(fn)]) && !a.starts(a.key(fn))
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		return ok && v.Index == 0 && a.isNew(call)
	case *ssa.UnOp:
		return v.Op == token.MUL && a.isPrivateVariable(v.X)
	}
	return false
}

// isPrivateVariable reports whether a local variable, which literals may capture,
// holds new objects only, and its objects are not stored anywhere else.
func (a *analyzer) isPrivateVariable(addr ssa.Value) bool {
	for {
		fv, ok := addr.(*ssa.FreeVar)
		if !ok {
			break
		}
		if addr = syncop.Captured(fv); addr == nil {
			return false
		}
	}
	cell, ok := addr.(*ssa.Alloc)
	if !ok || !pointsToStruct(syncop.Elem(cell.Type())) {
		return false
	}
	known, ok := a.private[cell]
	if !ok {
		a.private[cell] = false // ends recursion
		known = a.onlyNew(cell, 0)
		a.private[cell] = known
	}
	return known
}

// onlyNew does so for a variable, or for the free variable of a literal that captures it.
func (a *analyzer) onlyNew(addr ssa.Value, depth int) bool {
	return depth < 4 && !slices.ContainsFunc(*addr.Referrers(), func(in ssa.Instruction) bool {
		switch in := in.(type) {
		case *ssa.Store:
			_, isConst := in.Val.(*ssa.Const)
			return in.Val == addr || !isConst && !a.isNew(in.Val)
		case *ssa.UnOp:
			return in.Op != token.MUL || len(a.escapesOf(in, 3)) > 0
		case *ssa.MakeClosure:
			fn := in.Fn.(*ssa.Function)
			for i, b := range in.Bindings {
				if b == addr && !a.onlyNew(fn.FreeVars[i], depth+1) {
					return true
				}
			}
			return false
		case *ssa.DebugRef:
			return false
		}
		return true
	})
}

// starts reports whether a function of the package starts goroutines itself.
func (a *analyzer) starts(key string) bool {
	f := a.own[key]
	return f != nil && len(f.starts) > 0
}

// isPrivate reports whether an event is about an object that has not escaped yet.
func (w *walker) isPrivate(ev *Event) bool {
	return ev.IsAcquire() && ev.Async == "" && w.pkg.isFresh(w.fn, ev.Obj, ev.at)
}

// escapesOf returns the instructions that store a new object somewhere, capture
// or send it, or give it to a goroutine.
func (a *analyzer) escapesOf(v ssa.Value, depth int) []ssa.Instruction {
	var list []ssa.Instruction
	if v.Referrers() == nil {
		return nil
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if cell, ok := r.Addr.(*ssa.Alloc); ok && r.Val == v && depth < 3 {
				list = append(list, a.escapesOf(cell, depth+1)...) // the variable that it is stored in
			} else if r.Val == v {
				list = append(list, r)
			}
		case *ssa.Call:
			if a.shares(r.Common(), v) {
				list = append(list, r)
			}
		case *ssa.FieldAddr, *ssa.DebugRef, *ssa.Return, *ssa.Defer, *ssa.BinOp:
		case *ssa.UnOp:
			if r.Op != token.MUL {
				list = append(list, r)
			} else if depth > 0 && depth < 3 {
				list = append(list, a.escapesOf(r, depth+1)...)
			}
		case *ssa.MakeClosure:
			if !onlyDeferred(r) {
				list = append(list, r)
			}
		default:
			list = append(list, r)
		}
	}
	return list
}

// shares reports whether a called function is known to make an object known to
// others: it stores it somewhere, or starts goroutines.
func (a *analyzer) shares(c *ssa.CallCommon, v ssa.Value) bool {
	fn := c.StaticCallee()
	if fn == nil {
		return c.IsInvoke()
	}
	if fn.Object() != nil && fn.Object().Pkg() != nil && fn.Object().Pkg().Path() == "sync/atomic" {
		return true // the type parameter of atomic.Pointer keeps it from being converted, which would tell
	}
	key := syncop.Key(fn)
	for i, arg := range c.Args {
		root := "P" + strconv.Itoa(i)
		if arg == v && slices.ContainsFunc(append(slices.Clip(a.stores[key]), a.known.HeapWrites[key]...), func(k HeapWrite) bool {
			return k.Val.Root == root && k.Val.Path == "" && isOutside(k.Slot) && k.Slot.Root != root
		}) {
			return true
		}
	}
	return false
}

// onlyDeferred reports whether a function literal runs when the function returns
// or where it stands, and nowhere else.
func onlyDeferred(mc *ssa.MakeClosure) bool {
	return !slices.ContainsFunc(*mc.Referrers(), func(r ssa.Instruction) bool {
		switch r := r.(type) {
		case *ssa.Defer:
			return r.Call.Value != mc
		case *ssa.Call:
			return r.Call.Value != mc
		case *ssa.DebugRef:
			return false
		}
		return true
	})
}

// isUnborn reports whether an object is made by the function, and nothing that comes before an
// instruction may have made it known to others.
func (a *analyzer) isUnborn(v ssa.Value, at ssa.Instruction) bool {
	al, ok := v.(*ssa.Alloc)
	return ok && !slices.ContainsFunc(append(a.escapesOf(al, 0), passedTo(al)...), func(in ssa.Instruction) bool { return mayPrecede(in, at) })
}

// passedTo returns the calls that are given a value.
func passedTo(v ssa.Value) []ssa.Instruction {
	var list []ssa.Instruction
	for _, r := range *v.Referrers() {
		if call, ok := r.(ssa.CallInstruction); ok && slices.Contains(call.Common().Args, v) {
			list = append(list, r)
		}
	}
	return list
}

// isMadeHere reports whether a pointer leads to an object that the function made, also
// where the variable that it is in is captured by a literal.
func isMadeHere(v ssa.Value) bool {
	if load, ok := v.(*ssa.UnOp); ok {
		cell, ok := load.X.(*ssa.Alloc)
		if !ok {
			return false
		}
		v = syncop.OnlyStore(cell)
	}
	_, ok := v.(*ssa.Alloc)
	return ok
}
