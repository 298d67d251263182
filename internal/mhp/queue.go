package mhp

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A sent is a function that is sent on a channel.
type sent struct {
	ch   ssa.Value
	fn   *ssa.Function
	made *ssa.MakeClosure
}

// indexSent finds the calls of functions that are sent on channels: by all receivers of a channel that
// is in one variable. Where such a function goes elsewhere, it is open.
func (p *Program) indexSent() {
	for _, s := range p.sent {
		q := queue{p: p, seen: map[ssa.Value]bool{}}
		if !q.channel(s.ch) {
			p.opens(s.fn, ByValue)
			continue
		}
		for _, site := range q.calls {
			p.calledAt(s.fn, edge{site: site, kind: kindOf(site), args: site.Common().Args, made: s.made, queued: true})
		}
	}
}

// sends returns the channel on which an instruction sends a value, or nil. A select may send
// it on one of several: then there is none.
func sends(in ssa.Instruction, v ssa.Value) (ch ssa.Value) {
	switch in := in.(type) {
	case *ssa.Send:
		if in.X == v && in.Chan != v {
			return in.Chan
		}
	case *ssa.Select:
		for _, s := range in.States {
			if s.Send != v {
				continue
			}
			if ch != nil {
				return nil
			}
			ch = s.Chan
		}
	}
	return ch
}

// A queue is a channel of functions, by all that is done with it.
type queue struct {
	p     *Program
	seen  map[ssa.Value]bool
	calls []ssa.CallInstruction // of received values
}

// channel follows a channel from a place where it is used to all others. It reports false where it is lost.
func (q *queue) channel(ch ssa.Value) bool {
	load, ok := ch.(*ssa.UnOp)
	if !ok {
		made, ok := ch.(*ssa.MakeChan)
		return ok && q.used(made)
	}
	if g, ok := load.X.(*ssa.Global); ok {
		return q.p.assignedOnce(g) && q.loads(g, q.p.globals[g])
	}
	cell, _ := q.p.cell(load.X)
	return cell != nil && q.loads(cell, *cell.Referrers())
}

// loads looks at the uses of a variable, which has one value: the channel is made for it, and the loads may be in
// literals that capture the variable.
func (q *queue) loads(v ssa.Value, uses []ssa.Instruction) bool {
	for _, in := range uses {
		switch in := in.(type) {
		case *ssa.Store:
			made, ok := in.Val.(*ssa.MakeChan)
			if !ok || len(*made.Referrers()) != 1 {
				return false
			}
		case *ssa.UnOp:
			if !q.used(in) {
				return false
			}
		case *ssa.MakeClosure:
			for i, b := range in.Bindings {
				if fv := in.Fn.(*ssa.Function).FreeVars[i]; b == v && !q.loads(fv, *fv.Referrers()) {
					return false
				}
			}
		}
	}
	return true
}

// used looks at the uses of a channel.
func (q *queue) used(ch ssa.Value) bool {
	if q.seen[ch] {
		return true
	}
	q.seen[ch] = true
	for _, in := range *ch.Referrers() {
		if !q.use(ch, in) {
			return false
		}
	}
	return true
}

func (q *queue) use(ch ssa.Value, in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.DebugRef:
		return true
	case *ssa.Send:
		return in.Chan == ch && in.X != ch
	case *ssa.UnOp:
		return in.Op == token.ARROW && q.received(in, in.CommaOk)
	case *ssa.ChangeType: // to a channel of one direction
		return q.used(in)
	case *ssa.Select:
		return q.selected(ch, in)
	case ssa.CallInstruction:
		return q.passed(ch, in.Common())
	}
	return false
}

// passed looks at a call that is given the channel.
func (q *queue) passed(ch ssa.Value, c *ssa.CallCommon) bool {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return slices.Contains([]string{"close", "len", "cap"}, b.Name())
	}
	fn := c.StaticCallee()
	if fn == nil || len(fn.Blocks) == 0 || len(fn.Params) != len(c.Args) {
		return false
	}
	for i, arg := range c.Args {
		if arg == ch && !q.used(fn.Params[i]) {
			return false
		}
	}
	return true
}

// selected looks at a select, which has what it receives after an index and a truth value.
func (q *queue) selected(ch ssa.Value, in *ssa.Select) bool {
	result := 1
	for _, s := range in.States {
		if s.Send == ch {
			return false
		}
		if s.Dir != types.RecvOnly {
			continue
		}
		result++
		if s.Chan == ch && !q.extracted(in, result) {
			return false
		}
	}
	return true
}

func (q *queue) extracted(tuple ssa.Value, index int) bool {
	for _, in := range *tuple.Referrers() {
		if e, ok := in.(*ssa.Extract); ok && e.Index == index && !q.called(e) {
			return false
		}
	}
	return true
}

// received looks at the uses of a received value.
func (q *queue) received(v ssa.Value, commaOk bool) bool {
	if commaOk {
		return q.extracted(v, 0)
	}
	return q.called(v)
}

// called reports whether a function is only called.
func (q *queue) called(fn ssa.Value) bool {
	for _, in := range *fn.Referrers() {
		switch in := in.(type) {
		case *ssa.DebugRef, *ssa.BinOp:
		case ssa.CallInstruction:
			if in.Common().IsInvoke() || in.Common().Value != fn || slices.Contains(in.Common().Args, fn) {
				return false
			}
			q.calls = append(q.calls, in)
		default:
			return false
		}
	}
	return true
}
