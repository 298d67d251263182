package chanblock

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// inReturn notes which result of its function a channel is. A caller's function
// returns it no further.
func (c *channel) inReturn(v ssa.Value, ret *ssa.Return) bool {
	if ret.Parent() != c.made.Parent() || c.call != nil {
		return false
	}
	for i, r := range ret.Results {
		if r == v && !slices.Contains(c.results, i) {
			c.results = append(c.results, i)
		}
	}
	return true
}

// received returns the channels that a function gets as results of others in the
// package that make them, one for each call, with the operations of both.
func (p *program) received(fn *ssa.Function) []*channel {
	var list []*channel
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(*ssa.Call)
			if !ok || call.Call.StaticCallee() == fn {
				continue
			}
			for _, made := range p.given[call.Call.StaticCallee()] {
				c := *made
				c.ops, c.call = slices.Clone(made.ops), call
				if c.followResults() {
					list = append(list, &c)
				}
			}
		}
	}
	return list
}

// followResults follows a channel from the call that it is a result of.
func (c *channel) followResults() bool {
	if c.call.Call.Signature().Results().Len() == 1 {
		return c.follow(c.call, 0)
	}
	for _, ref := range *c.call.Referrers() {
		ex, ok := ref.(*ssa.Extract)
		if ok && slices.Contains(c.results, ex.Index) && !c.follow(ex, 0) {
			return false
		}
	}
	return true
}

// startsIn returns the instructions of a function that start a goroutine which has the
// channel. Where the channel is a result, that is the call, unless it only returns
// the goroutine's function as well.
func (c *channel) startsIn(fn, goroutine *ssa.Function) []ssa.CallInstruction {
	list := starts(fn, goroutine)
	if c.call != nil {
		for range starts(c.made.Parent(), goroutine) {
			list = append(list, c.call)
		}
	}
	return list
}

// isResult reports whether a value is a function that the function which returns it
// has made: a literal, the same one at each return.
func isResult(v ssa.Value, fn *ssa.Function) bool {
	call, index := v, 0
	if ex, ok := v.(*ssa.Extract); ok {
		call, index = ex.Tuple, ex.Index
	}
	from, ok := call.(*ssa.Call)
	if !ok || from.Call.StaticCallee() == nil || from.Call.StaticCallee() != fn.Parent() {
		return false
	}
	found := false
	for _, b := range fn.Parent().Blocks {
		for _, in := range b.Instrs {
			if ret, ok := in.(*ssa.Return); ok {
				if mc, ok := ret.Results[index].(*ssa.MakeClosure); !ok || mc.Fn != fn {
					return false
				}
				found = true
			}
		}
	}
	return found
}
