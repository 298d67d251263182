package chanblock

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// maxPassed bounds how deep a function value is followed as an argument.
const maxPassed = 4

// Contexts are the thread contexts in which some operations of a flow happen: the functions of these operations, and
// their callers, up to the spawn sites, or to the function that makes the channel.
type contexts struct {
	c        *flow
	points   map[*ssa.Function]map[ssa.Instruction]*point
	threads  map[*ssa.Function]*thread
	deferred bool // an operation is deferred
	unknown  bool // the callers of a function are not all known

	seen     map[*ssa.Function]bool
	leavings map[*ssa.Function][]leaving
}

// A point is where control in a function comes to an operation: the operation itself, or a call.
type point struct {
	op     *op
	callee *ssa.Function
}

// A thread is a thread context, by the function in which it begins.
type thread struct {
	fn     *ssa.Function
	spawns []ssa.Instruction // go statements and their like; none for the function that has the channel, and for callers of other packages
	public bool              // other code may call it
}

func (c *flow) contextsOf(ops []*op) *contexts {
	x := &contexts{
		c: c, points: map[*ssa.Function]map[ssa.Instruction]*point{}, threads: map[*ssa.Function]*thread{},
		seen: map[*ssa.Function]bool{}, leavings: map[*ssa.Function][]leaving{},
	}
	for _, o := range ops {
		x.point(o.instr, &point{op: o})
		x.deferred = x.deferred || o.defers
		x.climb(o.fn)
	}
	return x
}

func (x *contexts) point(in ssa.Instruction, p *point) {
	fn := in.Parent()
	if x.points[fn] == nil {
		x.points[fn] = map[ssa.Instruction]*point{}
	}
	x.points[fn][in] = p
}

func (x *contexts) thread(fn *ssa.Function) *thread {
	if x.threads[fn] == nil {
		x.threads[fn] = &thread{fn: fn}
	}
	return x.threads[fn]
}

// climb goes to the callers and spawn sites of a function.
func (x *contexts) climb(fn *ssa.Function) {
	if x.seen[fn] {
		return
	}
	x.seen[fn] = true
	if fn == x.c.home {
		x.thread(fn)
		return
	}
	if lockfacts.IsExported(fn) && !x.c.p.isProgram() || isMain(fn) {
		x.thread(fn).public = true
	}
	users := x.c.p.usersOf(fn)
	if len(users) == 0 {
		x.thread(fn).public = true // other code calls it by another name
	}
	for _, in := range users {
		call, isCall := in.(ssa.CallInstruction)
		switch mc, isClosure := in.(*ssa.MakeClosure); {
		case isClosure:
			x.value(mc, fn, 0)
		case isCall && call.Common().IsInvoke():
			x.unknown = x.unknown || implements(fn, call.Common().Value.Type())
		default:
			x.user(in, func(v ssa.Value) bool {
				return v == ssa.Value(fn) || isCall && v == call.Common().Value && x.calls(call, fn)
			}, fn, 0)
		}
	}
}

// calls reports whether an instruction calls a function by its name.
func (x *contexts) calls(call ssa.CallInstruction, fn *ssa.Function) bool {
	callee := call.Common().StaticCallee()
	return callee != nil && x.c.p.declared(callee) == fn
}

// implements reports whether a method may be called through an interface.
func implements(method *ssa.Function, iface types.Type) bool {
	it, ok := iface.Underlying().(*types.Interface)
	recv := method.Signature.Recv()
	return ok && (recv == nil || types.Implements(recv.Type(), it))
}

// value goes where a value that is the function is used.
func (x *contexts) value(v ssa.Value, fn *ssa.Function, depth int) {
	if depth > maxPassed || v.Referrers() == nil {
		x.unknown = true
		return
	}
	for _, in := range *v.Referrers() {
		x.user(in, func(o ssa.Value) bool { return o == v }, fn, depth)
	}
}

// user looks at an instruction that uses the function.
func (x *contexts) user(in ssa.Instruction, is func(ssa.Value) bool, fn *ssa.Function, depth int) {
	switch in := in.(type) {
	case *ssa.DebugRef:
	case *ssa.ChangeType:
		x.value(in, fn, depth)
	case *ssa.Store:
		x.kept(in, fn, depth)
	case *ssa.Go:
		if is(in.Call.Value) {
			r := x.thread(fn)
			r.spawns = append(r.spawns, in)
			return
		}
		x.argument(in, is, fn, depth)
	case *ssa.Defer:
		if is(in.Call.Value) {
			x.deferred = true
			x.point(in, &point{callee: fn})
			x.climb(in.Parent())
			return
		}
		x.argument(in, is, fn, depth)
	case *ssa.Call:
		if is(in.Call.Value) {
			x.point(in, &point{callee: fn})
			x.climb(in.Parent())
			return
		}
		x.argument(in, is, fn, depth)
	default:
		x.unknown = true
	}
}

// kept follows the function into a variable that it alone is put into.
func (x *contexts) kept(st *ssa.Store, fn *ssa.Function, depth int) {
	cell, ok := st.Addr.(*ssa.Alloc)
	if !ok || syncop.OnlyStore(cell) != st.Val {
		x.unknown = true
		return
	}
	x.cell(cell, fn, depth+1)
}

func (x *contexts) cell(cell ssa.Value, fn *ssa.Function, depth int) {
	for _, ref := range *cell.Referrers() {
		switch ref := ref.(type) {
		case *ssa.UnOp:
			x.value(ref, fn, depth)
		case *ssa.MakeClosure:
			for i, b := range ref.Bindings {
				if b == cell {
					x.cell(ref.Fn.(*ssa.Function).FreeVars[i], fn, depth)
				}
			}
		}
	}
}

// argument follows the function into one that it is given to.
func (x *contexts) argument(call ssa.CallInstruction, is func(ssa.Value) bool, fn *ssa.Function, depth int) {
	callee := call.Common().StaticCallee()
	if callee == nil {
		x.unknown = true
		return
	}
	effect := stdlib.EffectOf(syncop.Key(callee))
	if effect.Has(stdlib.Spawns) {
		r := x.thread(fn)
		r.spawns = append(r.spawns, call)
		return
	}
	at := slices.IndexFunc(call.Common().Args, is)
	if x.c.p.byFn[callee] == nil || at < 0 || at >= len(callee.Params) {
		x.unknown = true
		return
	}
	x.value(callee.Params[at], fn, depth+1)
}

// of returns the points of a function in the order of their blocks.
func (x *contexts) of(fn *ssa.Function) []ssa.Instruction {
	var list []ssa.Instruction
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if x.points[fn][in] != nil {
				list = append(list, in)
			}
		}
	}
	return list
}
