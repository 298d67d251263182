package chanblock

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// A flow is the channels that one make makes. It follows them through variables, literals,
// arguments, results and fields. The channels of a field are taken for one. A channel that goes elsewhere is
// followed as well, and the flow knows that other code may receive from it.
type flow struct {
	p      *program
	made   *ssa.MakeChan
	size   int64 // of its buffer, the largest of several; or unknownSize
	counts bool  // the size is a length, which may be the number of sends
	home   *ssa.Function
	call   *ssa.Call // that it is a result of, where each call makes one
	ops    []op
	held   bool // a field holds it
	mixed  bool // other channels may be in the same field or variable
	taken  bool // other code may receive

	results []int // of the function that makes it
	fields  map[*types.Var]bool
	seen    map[ssa.Value]bool
}

// flows returns the flows of the channels that the package makes. A channel that its function returns, and no field
// holds, has a flow for each call.
func (p *program) flows() []*flow {
	var list []*flow
	for _, f := range p.r.Facts.Funcs {
		for _, b := range f.Fn.Blocks {
			for _, in := range b.Instrs {
				if made, ok := in.(*ssa.MakeChan); ok {
					list = append(list, p.flowsOf(made)...)
				}
			}
		}
	}
	return list
}

func (p *program) flowsOf(made *ssa.MakeChan) []*flow {
	c := p.newFlow(made)
	if len(c.results) == 0 || c.held {
		return []*flow{c}
	}
	var list []*flow
	for _, in := range p.usersOf(made.Parent()) {
		if call, ok := in.(*ssa.Call); ok && call.Call.StaticCallee() == made.Parent() {
			each := p.newFlow(made)
			each.taken, each.call, each.home = c.taken, call, call.Parent()
			each.followResult(call, c.results)
			list = append(list, each)
		}
	}
	return list
}

func (p *program) newFlow(made *ssa.MakeChan) *flow {
	c := &flow{p: p, made: made, home: made.Parent(), fields: map[*types.Var]bool{}, seen: map[ssa.Value]bool{}}
	c.size, c.counts = room(made)
	c.follow(made)
	if !c.held {
		return c
	}
	c.home = nil
	for _, i := range c.results {
		c.escape(made.Parent().Signature.Results().At(i).Type())
	}
	return c
}

// room is the size of a channel's buffer. A size that is neither constant nor a setting may count the sends.
func room(made *ssa.MakeChan) (size int64, counts bool) {
	v := made.Size
	if conv, ok := v.(*ssa.Convert); ok {
		v = conv.X
	}
	if k, ok := v.(*ssa.Const); ok {
		return k.Int64(), false
	}
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return unknownSize, true
	}
	switch load.X.(type) {
	case *ssa.FieldAddr, *ssa.Global: // a setting
		return unknownSize, false
	}
	return unknownSize, true
}

// follow goes to the uses of a value.
func (c *flow) follow(v ssa.Value) {
	if c.seen[v] || v.Referrers() == nil {
		return
	}
	c.seen[v] = true
	for _, ref := range *v.Referrers() {
		c.use(v, ref)
	}
}

func (c *flow) use(v ssa.Value, ref ssa.Instruction) {
	switch ref := ref.(type) {
	case *ssa.DebugRef, *ssa.BinOp:
	case *ssa.Send:
		if ref.X == v {
			c.escape(v.Type())
			return
		}
		c.add(op{kind: trace.OpSend, instr: ref, pos: ref.Pos(), alone: true})
	case *ssa.UnOp:
		c.add(op{kind: trace.OpRecv, instr: ref, pos: ref.Pos(), alone: true})
	case *ssa.Select:
		c.inSelect(v, ref)
	case *ssa.Phi:
		c.follow(ref)
	case *ssa.ChangeType:
		c.follow(ref)
	case *ssa.Store:
		if ref.Val == v {
			c.stored(v, ref.Addr)
		}
	case *ssa.Return:
		c.returned(v, ref)
	case ssa.CallInstruction:
		c.passed(v, ref)
	default:
		c.escape(v.Type())
	}
}

func (c *flow) inSelect(v ssa.Value, sel *ssa.Select) {
	for i, st := range sel.States {
		if st.Send == v {
			c.escape(v.Type())
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
}

func (c *flow) add(o op) {
	_, o.defers = o.instr.(*ssa.Defer)
	o.fn = o.instr.Parent()
	if !slices.ContainsFunc(c.ops, func(p op) bool { return p.instr == o.instr && p.which == o.which }) {
		c.ops = append(c.ops, o)
	}
}

// of returns the operations of a kind.
func (c *flow) of(kind trace.Op) []*op {
	var list []*op
	for i := range c.ops {
		if c.ops[i].kind == kind {
			list = append(list, &c.ops[i])
		}
	}
	return list
}

// escape notes that other code may use the channel as its type allows.
func (c *flow) escape(t types.Type) {
	ch, ok := t.Underlying().(*types.Chan)
	c.taken = c.taken || !ok || ch.Dir() != types.SendOnly
}

// stored follows a channel into a variable or a field.
func (c *flow) stored(v, addr ssa.Value) {
	switch addr := addr.(type) {
	case *ssa.Alloc:
		c.cell(addr)
	case *ssa.FreeVar:
		if cell, ok := variable(addr).(*ssa.Alloc); ok {
			c.cell(cell)
			return
		}
		c.escape(v.Type())
	case *ssa.FieldAddr:
		if _, field := channelField(addr); field != nil {
			c.field(field)
			return
		}
		c.escape(v.Type())
	default:
		c.escape(v.Type())
	}
}

// cell follows the values that are read from a variable, or from a field of an object.
func (c *flow) cell(addr ssa.Value) {
	if c.seen[addr] {
		return
	}
	c.seen[addr] = true
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			c.follow(ref)
		case *ssa.Store:
			c.beside(ref.Val)
		case *ssa.MakeClosure:
			for i, b := range ref.Bindings {
				if b == addr {
					c.cell(ref.Fn.(*ssa.Function).FreeVars[i])
				}
			}
		default:
			c.escape(syncop.Elem(addr.Type()))
		}
	}
}

// beside looks at another value that is put where the channel is. What is made for the same place belongs to the flow.
func (c *flow) beside(v ssa.Value) {
	if ct, ok := v.(*ssa.ChangeType); ok {
		v = ct.X
	}
	if c.seen[v] || syncop.IsNil(v) {
		return
	}
	made, ok := v.(*ssa.MakeChan)
	if !ok {
		c.mixed = true
		return
	}
	size, counts := room(made)
	c.counts = c.counts || counts
	if size > c.size {
		c.size = size
	}
	c.follow(made)
}

// field follows the values that are read from a field of any object.
func (c *flow) field(field *types.Var) {
	c.held = true
	if c.fields[field] {
		return
	}
	c.fields[field] = true
	if field.Exported() && !c.p.isProgram() || field.Pkg() != c.p.r.Pass.Pkg {
		c.escape(field.Type())
	}
	for _, v := range c.p.namesOf(field) {
		if addr, ok := v.(*ssa.FieldAddr); ok {
			c.cell(addr)
		} else {
			c.follow(v)
		}
	}
}

// namesOf are the places that name a field of a channel. They are looked for once.
func (p *program) namesOf(field *types.Var) []ssa.Value {
	if p.names == nil {
		p.names = map[*types.Var][]ssa.Value{}
		for _, f := range p.r.Facts.Funcs {
			for _, b := range f.Fn.Blocks {
				for _, in := range b.Instrs {
					if v, at := channelField(in); at != nil {
						p.names[at] = append(p.names[at], v)
					}
				}
			}
		}
	}
	return p.names[field]
}

// returned follows a channel to the callers of a function that returns it.
func (c *flow) returned(v ssa.Value, ret *ssa.Return) {
	fn := ret.Parent()
	index := slices.Index(ret.Results, v)
	if fn == c.made.Parent() {
		if !slices.Contains(c.results, index) {
			c.results = append(c.results, index)
		}
		if !c.held {
			return
		}
	}
	if lockfacts.IsExported(fn) || fn.Parent() != nil {
		c.escape(fn.Signature.Results().At(index).Type())
	}
	for _, in := range c.p.usersOf(fn) {
		if call, ok := in.(*ssa.Call); ok && call.Call.StaticCallee() == fn {
			c.followResult(call, []int{index})
		} else {
			c.escape(fn.Signature.Results().At(index).Type())
		}
	}
}

// followResult follows the results of a call that the channel is.
func (c *flow) followResult(call *ssa.Call, results []int) {
	if call.Call.Signature().Results().Len() == 1 {
		c.follow(call)
		return
	}
	for _, ref := range *call.Referrers() {
		if ex, ok := ref.(*ssa.Extract); ok && slices.Contains(results, ex.Index) {
			c.follow(ex)
		}
	}
}

// passed follows a channel into a function that it is an argument of.
func (c *flow) passed(v ssa.Value, call ssa.CallInstruction) {
	common := call.Common()
	if b, ok := common.Value.(*ssa.Builtin); ok {
		if b.Name() == "close" {
			c.add(op{kind: trace.OpClose, instr: call, pos: call.Pos(), alone: true})
		}
		return
	}
	callee := common.StaticCallee()
	if callee == nil || c.p.byFn[callee] == nil || len(callee.Params) != len(common.Args) {
		c.escapeTo(v, common)
		return
	}
	for i, a := range common.Args {
		if a == v {
			c.follow(callee.Params[i])
		}
	}
}

// escapeTo notes what a function of other code may do with an argument: its parameter may only send.
func (c *flow) escapeTo(v ssa.Value, call *ssa.CallCommon) {
	params := call.Signature().Params()
	shift := len(call.Args) - params.Len()
	for i, a := range call.Args {
		if a != v {
			continue
		}
		if i < shift || i-shift >= params.Len() {
			c.escape(v.Type())
		} else {
			c.escape(params.At(i - shift).Type())
		}
	}
}
