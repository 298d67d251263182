package chanblock

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A goroutine may be there for as long as a goroutine may ask it for something:
//
//	work := make(chan job)
//	go func() { for j := range work { … } }()
//	return func(j job) { work <- j }
//
// A caller that has the function may call it at any time, so that no goroutine is to close the channel.

// isService reports whether a goroutine sends in a function literal that is a result of the function which makes
// the channel.
func isService(c *channel, sends []*op) bool {
	return slices.ContainsFunc(sends, func(o *op) bool { return o.fn != c.made.Parent() && givesOut(c.made.Parent(), o.fn) })
}

// givesOut reports whether a function returns a literal in it.
func givesOut(fn, literal *ssa.Function) bool {
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for _, v := range ret.Results {
			if ct, ok := v.(*ssa.ChangeType); ok {
				v = ct.X
			}
			if mc, ok := v.(*ssa.MakeClosure); ok && mc.Fn == literal {
				return true
			}
		}
	}
	return false
}
