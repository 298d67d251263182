package chanblock

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// A program is the functions of the package.
type program struct {
	r     *lockfacts.Reporter
	byFn  map[*ssa.Function]*lockfacts.Func
	local map[*ssa.Function][]*channel // those that a function makes and keeps
	given map[*ssa.Function][]*channel // those that it makes and returns

	byObject map[types.Object]*ssa.Function
	users    *users                     // nil until they are asked for
	names    map[*types.Var][]ssa.Value // of fields, see namesOf
	objects  map[string]bool            // see makesObjects
	exits    *exits
	all      []*flow // of the package
}

func newProgram(r *lockfacts.Reporter) *program {
	p := &program{
		r: r, byFn: map[*ssa.Function]*lockfacts.Func{}, local: map[*ssa.Function][]*channel{}, given: map[*ssa.Function][]*channel{},
		byObject: map[types.Object]*ssa.Function{}, exits: newExits(),
	}
	for _, f := range r.Facts.Funcs {
		p.byFn[f.Fn] = f
		if obj := f.Fn.Object(); obj != nil {
			p.byObject[obj] = f.Fn
		}
	}
	for _, f := range r.Facts.Funcs {
		p.channels(f.Fn)
	}
	return p
}

// started reports whether a function is started as a goroutine.
func (p *program) started(fn *ssa.Function) bool {
	f := p.byFn[fn]
	return f != nil && p.r.Facts.Started(f)
}

// An op is an operation on a local channel.
type op struct {
	kind   trace.Op
	fn     *ssa.Function
	instr  ssa.Instruction
	pos    token.Pos
	alone  bool // no select with other cases
	defers bool
	which  int // the case of a select
}

// A channel is a channel that is known to its function, the function literals in it,
// and the functions of the package that it is passed to, only.
type channel struct {
	made    *ssa.MakeChan
	size    int64 // of its buffer, or unknownSize
	ops     []op
	results []int     // the results of its function that it is
	call    *ssa.Call // the call that it is a result of, where that is followed

	p *program
}

const unknownSize = -1

// of returns the operations of some kinds.
func (c *channel) of(kinds ...trace.Op) []*op {
	var list []*op
	for i := range c.ops {
		for _, k := range kinds {
			if c.ops[i].kind == k {
				list = append(list, &c.ops[i])
			}
		}
	}
	return list
}

// channels finds the channels that a function makes, and keeps or returns.
func (p *program) channels(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			mc, ok := in.(*ssa.MakeChan)
			if !ok {
				continue
			}
			c := &channel{made: mc, size: unknownSize, p: p}
			if size, ok := mc.Size.(*ssa.Const); ok {
				c.size = size.Int64()
			}
			switch {
			case !c.follow(mc, 0):
			case len(c.results) > 0:
				p.given[fn] = append(p.given[fn], c)
			default:
				p.local[fn] = append(p.local[fn], c)
			}
		}
	}
}

// maxFollow bounds how deep a channel is followed into variables and literals.
const maxFollow = 6

// follow collects the operations on a value, and reports false when the value
// goes where we cannot see it.
func (c *channel) follow(v ssa.Value, depth int) bool {
	if v.Referrers() == nil || depth > maxFollow {
		return depth <= maxFollow
	}
	for _, ref := range *v.Referrers() {
		if !c.use(v, ref, depth) {
			return false
		}
	}
	return true
}

func (c *channel) use(v ssa.Value, ref ssa.Instruction, depth int) bool {
	switch ref := ref.(type) {
	case *ssa.DebugRef:
	case *ssa.Send:
		if ref.X == v {
			return false
		}
		c.add(op{kind: trace.OpSend, instr: ref, pos: ref.Pos(), alone: true})
	case *ssa.UnOp:
		if ref.Op == token.MUL { // the variable that keeps it
			return c.follow(ref, depth+1)
		}
		c.add(op{kind: trace.OpRecv, instr: ref, pos: ref.Pos(), alone: true})
	case *ssa.Select:
		return c.inSelect(v, ref)
	case *ssa.Store:
		cell, ok := ref.Addr.(*ssa.Alloc)
		if ref.Val != v {
			return true // the initialisation of the variable
		}
		return ok && syncop.OnlyStore(cell) == v && c.follow(cell, depth+1)
	case *ssa.MakeClosure:
		lit := ref.Fn.(*ssa.Function)
		for i, b := range ref.Bindings {
			if b == v && !c.follow(lit.FreeVars[i], depth+1) {
				return false
			}
		}
	case *ssa.ChangeType:
		return c.follow(ref, depth+1)
	case *ssa.Return:
		return c.inReturn(v, ref)
	case ssa.CallInstruction:
		return c.inCall(v, ref, depth)
	default:
		return false
	}
	return true
}

// inCall follows a channel into functions of the package.
func (c *channel) inCall(v ssa.Value, call ssa.CallInstruction, depth int) bool {
	common := call.Common()
	if b, ok := common.Value.(*ssa.Builtin); ok {
		if b.Name() == "close" {
			c.add(op{kind: trace.OpClose, instr: call, pos: call.Pos(), alone: true})
		}
		return true
	}
	callee := common.StaticCallee()
	if callee == nil || c.p.byFn[callee] == nil || len(callee.Params) != len(common.Args) {
		return false
	}
	for i, a := range common.Args {
		if a == v && !c.follow(callee.Params[i], depth+1) {
			return false
		}
	}
	return true
}

func (c *channel) inSelect(v ssa.Value, sel *ssa.Select) bool {
	for i, st := range sel.States {
		if st.Send == v {
			return false
		}
		if st.Chan != v {
			continue
		}
		kind := trace.OpRecv
		if st.Send != nil {
			kind = trace.OpSend
		}
		c.add(op{kind: kind, instr: sel, pos: st.Pos, alone: sel.Blocking && len(sel.States) == 1, which: i})
	}
	return true
}

func (c *channel) add(o op) {
	_, o.defers = o.instr.(*ssa.Defer)
	o.fn = o.instr.Parent()
	c.ops = append(c.ops, o)
}

// class names the channel.
func (c *channel) class() string {
	return c.p.r.Facts.Frame(c.made.Parent()).AccessPath(c.made).Class()
}

// starts returns the instructions of a function that start another as a goroutine.
func starts(fn, goroutine *ssa.Function) []ssa.CallInstruction {
	var list []ssa.CallInstruction
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			switch call := call.(type) {
			case *ssa.Go:
				if isFunction(call.Call.Value, goroutine) || isResult(call.Call.Value, goroutine) {
					list = append(list, call)
				}
			case *ssa.Call:
				if spawns(&call.Call, goroutine) {
					list = append(list, call)
				}
			}
		}
	}
	return list
}

// isFunction reports whether a value is a function, or a method of that name bound to its receiver (wg.Go(t.work)).
func isFunction(v ssa.Value, fn *ssa.Function) bool {
	named := functionOf(v)
	if named == nil || named == fn {
		return named != nil
	}
	return named.Synthetic != "" && named.Object() != nil && named.Object() == fn.Object()
}

// functionOf is the function that a value is: a literal, a bound method, or a declared function. It is nil for any
// other value.
func functionOf(v ssa.Value) *ssa.Function {
	switch v := v.(type) {
	case *ssa.ChangeType:
		return functionOf(v.X)
	case *ssa.MakeClosure:
		return v.Fn.(*ssa.Function)
	case *ssa.Function:
		return v
	}
	return nil
}

func spawns(call *ssa.CallCommon, goroutine *ssa.Function) bool {
	callee := call.StaticCallee()
	if callee == nil || !stdlib.EffectOf(syncop.Key(callee)).Has(stdlib.Spawns) {
		return false
	}
	for _, a := range call.Args {
		if isFunction(a, goroutine) {
			return true
		}
	}
	return false
}

// isMain reports whether the program ends when a function returns.
func isMain(fn *ssa.Function) bool {
	return fn.Name() == "main" && fn.Pkg != nil && fn.Pkg.Pkg.Name() == "main" && fn.Signature.Recv() == nil
}
