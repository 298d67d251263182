package chanblock

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Who waits for several goroutines receives in a loop from whichever is ready:
//
//	for range 2 {
//		select {
//		case a = <-first:
//		case b = <-second:
//		}
//	}
//
// No case of the select stands for giving up. How often the loop goes round, and that each sends once, is believed.

// collects reports whether a receive is a case of a select in a loop that is not left from within, and the other cases are receives from
// channels made here as well.
func collects(o *op, all []*channel) bool {
	sel, ok := o.instr.(*ssa.Select)
	if !ok || !sel.Blocking {
		return false
	}
	head := header(sel.Block())
	if head == nil || returnWithout(sel, map[*ssa.BasicBlock]bool{head: true}).IsValid() {
		return false
	}
	for _, st := range sel.States {
		if st.Dir != types.RecvOnly || !slices.ContainsFunc(all, func(c *channel) bool { return c.receivedBy(sel, st) }) {
			return false
		}
	}
	return true
}

// receivedBy reports whether a case of a select receives from the channel.
func (c *channel) receivedBy(sel *ssa.Select, st *ssa.SelectState) bool {
	return slices.ContainsFunc(c.ops, func(o op) bool { return o.instr == ssa.Instruction(sel) && sel.States[o.which] == st })
}
