package chanblock

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// A fieldChannel is the channels of a field that only this package can name, in all objects of its type. As
// long as they go nowhere else, all operations on them are known: of a channel that others may only receive
// from it is still known who sends.
type fieldChannel struct {
	class  string
	of     string // the type that has the field, see makesObjects
	made   int    // in how many places
	room   bool   // some are made with a buffer, or of a size that is not known
	unsure bool   // the field is given what was not made for it
	sent   bool   // another goroutine may send or close
	taken  bool   // another goroutine may receive
	tested bool   // its value is compared, perhaps with nil
	ops    []op   // the known ones
	own    []op   // those of them on the field itself

	p    *program
	seen map[ssa.Value]bool
}

// fields finds the channels of the fields of the package.
func (p *program) fields() []*fieldChannel {
	byVar := map[*types.Var]*fieldChannel{}
	var list []*fieldChannel
	for _, f := range p.r.Facts.Funcs {
		for _, b := range f.Fn.Blocks {
			for _, in := range b.Instrs {
				v, field := channelField(in)
				if field == nil || field.Pkg() != p.r.Pass.Pkg || field.Exported() && !p.isProgram() {
					continue
				}
				c := byVar[field]
				if c == nil {
					c = &fieldChannel{class: p.r.Facts.Frame(f.Fn).AccessPath(v).Class(), of: ownerType(in), p: p, seen: map[ssa.Value]bool{}}
					byVar[field] = c
					list = append(list, c)
				}
				c.use(in)
			}
		}
	}
	return list
}

// channelField is the field of a channel that an instruction is about, and its value.
func channelField(in ssa.Instruction) (ssa.Value, *types.Var) {
	var v ssa.Value
	var owner types.Type
	var index int
	switch in := in.(type) {
	case *ssa.FieldAddr:
		v, owner, index = in, syncop.Elem(in.X.Type()), in.Field
	case *ssa.Field:
		v, owner, index = in, in.X.Type(), in.Field
	default:
		return nil, nil
	}
	st, ok := owner.Underlying().(*types.Struct)
	if !ok {
		return nil, nil
	}
	field := st.Field(index).Origin()
	if _, ok := field.Type().Underlying().(*types.Chan); !ok {
		return nil, nil
	}
	return v, field
}

// isProgram reports whether no other package can import the package.
func (p *program) isProgram() bool { return p.r.Pass.Pkg.Name() == "main" }

// use notes what becomes of the field where it is named.
func (c *fieldChannel) use(in ssa.Instruction) {
	if v, ok := in.(*ssa.Field); ok {
		c.follow(v, true)
		return
	}
	addr := in.(*ssa.FieldAddr)
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			c.stored(ref)
		case *ssa.UnOp:
			c.follow(ref, true)
		default:
			c.unsure = true
		}
	}
}

// stored notes what the field is given: a channel that is made for it, or nil.
func (c *fieldChannel) stored(st *ssa.Store) {
	v := st.Val
	if x, ok := v.(*ssa.ChangeType); ok {
		v = x.X
	}
	made, ok := v.(*ssa.MakeChan)
	if !ok {
		c.unsure = c.unsure || !syncop.IsNil(v)
		return
	}
	c.made++
	size, known := made.Size.(*ssa.Const)
	c.room = c.room || !known || size.Int64() != 0
	c.follow(made, false)
}

// follow notes what is done with a value of the field: own if it is that of the field itself, read where it
// is used.
func (c *fieldChannel) follow(v ssa.Value, own bool) {
	if c.seen[v] || v.Referrers() == nil {
		return
	}
	c.seen[v] = true
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.BinOp:
			c.tested = true
		case *ssa.Send:
			c.operation(op{kind: trace.OpSend, instr: ref, pos: ref.Pos(), alone: true}, own && ref.Chan == v)
			if ref.X == v {
				c.givenAway(v.Type())
			}
		case *ssa.UnOp:
			c.operation(op{kind: trace.OpRecv, instr: ref, pos: ref.Pos(), alone: true}, own)
		case *ssa.Select:
			c.inSelect(v, ref, own)
		case *ssa.ChangeType:
			c.follow(ref, own)
		case *ssa.Return:
			c.returned(v, ref)
		case *ssa.Store:
			c.storedElsewhere(v, ref)
		case ssa.CallInstruction:
			c.inCall(v, ref, own)
		default:
			c.givenAway(v.Type())
		}
	}
}

// operation notes one; those on the field itself can be reported.
func (c *fieldChannel) operation(o op, own bool) {
	o.fn = o.instr.Parent()
	if c.ops = append(c.ops, o); own {
		c.own = append(c.own, o)
	}
}

func (c *fieldChannel) inSelect(v ssa.Value, sel *ssa.Select, own bool) {
	for i, st := range sel.States {
		if st.Send == v {
			c.givenAway(v.Type())
		}
		if st.Chan != v {
			continue
		}
		kind := trace.OpRecv
		if st.Send != nil {
			kind = trace.OpSend
		}
		c.operation(op{kind: kind, instr: sel, pos: st.Pos, alone: sel.Blocking && len(sel.States) == 1, which: i}, own)
	}
}

// givenAway notes that another goroutine may do all that the type of the channel allows.
func (c *fieldChannel) givenAway(t types.Type) {
	ch, ok := t.Underlying().(*types.Chan)
	c.sent = c.sent || !ok || ch.Dir() != types.RecvOnly
	c.taken = c.taken || !ok || ch.Dir() != types.SendOnly
}

// storedElsewhere follows a channel into a variable. The field that it is made for is stored to as well.
func (c *fieldChannel) storedElsewhere(v ssa.Value, st *ssa.Store) {
	if _, ok := st.Addr.(*ssa.FieldAddr); ok && !c.seen[st.Addr] {
		if _, field := channelField(st.Addr.(ssa.Instruction)); field != nil && c.isMadeFor(v, field) {
			return
		}
	}
	cell, ok := st.Addr.(*ssa.Alloc)
	if !ok || syncop.OnlyStore(cell) != v {
		c.givenAway(v.Type())
		return
	}
	c.followCell(cell, v.Type())
}

// isMadeFor reports whether a new channel goes into the field and no other one.
func (c *fieldChannel) isMadeFor(v ssa.Value, field *types.Var) bool {
	if _, ok := v.(*ssa.MakeChan); !ok {
		return false
	}
	return !slices.ContainsFunc(*v.Referrers(), func(in ssa.Instruction) bool {
		st, ok := in.(*ssa.Store)
		if !ok {
			return false
		}
		addr, ok := st.Addr.(*ssa.FieldAddr)
		if !ok {
			return false
		}
		_, other := channelField(addr)
		return other != field
	})
}

// followCell follows what is read from a variable, also where literals capture it.
func (c *fieldChannel) followCell(cell ssa.Value, t types.Type) {
	for _, ref := range *cell.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef, *ssa.Store:
		case *ssa.UnOp:
			c.follow(ref, false)
		case *ssa.MakeClosure:
			for i, b := range ref.Bindings {
				if b == cell {
					c.followCell(ref.Fn.(*ssa.Function).FreeVars[i], t)
				}
			}
		default:
			c.givenAway(t)
		}
	}
}

// returned follows a channel to the callers of the function, if they are known.
func (c *fieldChannel) returned(v ssa.Value, ret *ssa.Return) {
	fn := ret.Parent()
	if fn.Parent() != nil || token.IsExported(fn.Name()) && !c.p.isProgram() {
		c.givenAway(v.Type())
		return
	}
	index := slices.Index(ret.Results, v)
	for _, in := range c.p.usersOf(fn) {
		if call, ok := in.(*ssa.Call); ok && !passes(call, fn) {
			c.result(call, index)
		} else {
			c.givenAway(v.Type())
		}
	}
}

// passes reports whether a call is given a function, instead of calling it.
func passes(call *ssa.Call, fn *ssa.Function) bool {
	return slices.ContainsFunc(call.Call.Args, func(v ssa.Value) bool { return v == ssa.Value(fn) })
}

func (c *fieldChannel) result(call *ssa.Call, index int) {
	if _, several := call.Type().(*types.Tuple); !several {
		c.follow(call, true)
		return
	}
	for _, ref := range *call.Referrers() {
		if ex, ok := ref.(*ssa.Extract); ok && ex.Index == index {
			c.follow(ex, true)
		}
	}
}

func (c *fieldChannel) inCall(v ssa.Value, call ssa.CallInstruction, own bool) {
	common := call.Common()
	if b, ok := common.Value.(*ssa.Builtin); ok {
		if b.Name() == "close" {
			c.operation(op{kind: trace.OpClose, instr: call, pos: call.Pos()}, own)
		}
		return
	}
	callee := common.StaticCallee()
	if callee == nil || c.p.byFn[callee] == nil || len(callee.Params) != len(common.Args) {
		c.givenAway(v.Type())
		return
	}
	for i, a := range common.Args {
		if a == v {
			c.follow(callee.Params[i], false)
		}
	}
}

// unanswered reports operations on the channel of a field that no goroutine answers.
func (c *fieldChannel) unanswered() {
	if c.unsure || c.made == 0 && (c.tested || !c.p.makesObjects(c.of)) {
		return
	}
	sent, taken := c.sent, c.taken
	for _, o := range c.ops {
		sent = sent || o.kind != trace.OpRecv
		taken = taken || o.kind == trace.OpRecv
	}
	for _, o := range c.own {
		switch {
		case !o.alone || isMain(o.fn) || c.p.standsIn(o.pos) || c.p.awaitsEnd(o.instr):
		case c.made == 0:
			c.report(o, "blocks for ever: no channel is assigned to this field, it is nil")
			return
		case o.kind == trace.OpRecv && !sent:
			c.report(o, "blocks for ever: no goroutine sends to this channel or closes it")
			return
		case o.kind == trace.OpSend && !taken && !c.room:
			c.report(o, "blocks for ever: no goroutine receives from this channel")
			return
		}
	}
}

// ownerType names the type that has the field which an instruction is about.
func ownerType(in ssa.Instruction) string {
	t := (*in.Operands(nil)[0]).Type()
	if named, ok := types.Unalias(syncop.Elem(t)).(*types.Named); ok {
		return named.Origin().String()
	}
	return ""
}

// makesObjects reports whether the package makes objects of a type. It decides then which of their fields get a value.
func (p *program) makesObjects(of string) bool {
	if p.objects == nil {
		p.objects = map[string]bool{}
		for _, f := range p.r.Facts.Funcs {
			for _, b := range f.Fn.Blocks {
				for _, in := range b.Instrs {
					if al, ok := in.(*ssa.Alloc); ok && (al.Comment == "complit" || al.Comment == "new") {
						if named, ok := types.Unalias(syncop.Elem(al.Type())).(*types.Named); ok {
							p.objects[named.Origin().String()] = true
						}
					}
				}
			}
		}
	}
	return p.objects[of]
}

func (c *fieldChannel) report(o op, message string) {
	c.p.r.Report(lockfacts.Finding{Check: checks.BlocksForever, Pos: o.pos, Message: message}, []lockgraph.EdgeKey{{Func: syncop.RuntimeName(o.fn), Class: c.class}})
}
