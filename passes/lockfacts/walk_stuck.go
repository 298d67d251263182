package lockfacts

import (
	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// nobody is the object for which a select without cases waits.
var nobody = syncop.AccessPath{Root: "G", Path: ".select{}", Var: "select {}"}

// ForNobody reports whether an operation waits in a select without cases, which never ends.
func (b *Communication) ForNobody() bool { return b.Node == nobody.Node() }

// isForEver reports whether a select has no cases. After a goroutine that panics it only keeps the function there
// until the program is dead:
//
//	go panic(e)
//	select {}
func isForEver(sel *ssa.Select) bool {
	if len(sel.States) > 0 || !sel.Blocking {
		return false
	}
	for _, b := range sel.Parent().Blocks {
		for _, in := range b.Instrs {
			if g, ok := in.(*ssa.Go); ok && diesAtOnce(&g.Call) && syncop.Dominates(g, sel) {
				return false
			}
		}
	}
	return true
}

// diesAtOnce reports whether a call panics, or ends the program, in any case.
func diesAtOnce(call *ssa.CallCommon) bool {
	if b, ok := call.Value.(*ssa.Builtin); ok {
		return b.Name() == "panic"
	}
	fn := call.StaticCallee()
	if fn == nil || len(fn.Blocks) == 0 {
		return false
	}
	first := fn.Blocks[0]
	_, dies := syncop.Terminator(first).(*ssa.Panic)
	return dies || syncop.CallsNoReturn(first)
}
