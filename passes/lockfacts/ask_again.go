package lockfacts

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// maxBlocksBack bounds how many blocks one goes back for an earlier use of a variable.
const maxBlocksBack = 4

// sameBefore returns the value that was stored into a variable, or an earlier load
// of it, when a load must give the same: on the only way that leads there nothing
// comes in between that could store another or wait for a goroutine that does. Other
// variables, which no literal assigns to, need no such care.
func sameBefore(load *ssa.UnOp) ssa.Value {
	cell, ok := load.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	b := load.Block()
	at := slices.Index(b.Instrs, ssa.Instruction(load))
	for range maxBlocksBack {
		for at--; at >= 0; at-- {
			switch in := b.Instrs[at].(type) {
			case *ssa.Store:
				if in.Addr == cell {
					return in.Val
				}
			case *ssa.UnOp:
				if in.X == cell {
					return in
				}
			}
			if mayChange(b.Instrs[at]) {
				return nil
			}
		}
		if len(b.Preds) != 1 {
			return nil
		}
		b = b.Preds[0]
		at = len(b.Instrs)
	}
	return nil
}

// mayChange reports whether an instruction may let others assign to a variable that
// a literal assigns to. Who releases a lock does not wait.
func mayChange(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Call:
		if _, builtin := in.Call.Value.(*ssa.Builtin); builtin {
			return false
		}
		sc, ok := syncop.OpOf(&in.Call)
		return !ok || sc.Op != trace.OpUnlock && sc.Op != trace.OpRUnlock
	case *ssa.Go, *ssa.RunDefers, *ssa.Select, *ssa.Send:
		return true
	case *ssa.UnOp:
		return in.Op == token.ARROW
	}
	return false
}
