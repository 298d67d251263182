package waitgroup

import (
	"go/constant"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// An operation is a call of a method of a WaitGroup.
type operation struct {
	op   trace.Op
	call ssa.CallInstruction
	recv ssa.Value
	wg   syncop.AccessPath
}

// operations returns those of a function, not of the literals in it.
func operations(frame *syncop.Frame) []operation {
	var list []operation
	for _, b := range frame.Fn.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			sc, ok := syncop.OpOf(call.Common())
			if ok && (sc.Op == trace.OpWGAdd || sc.Op == trace.OpWGDone || sc.Op == trace.OpWGWait) {
				list = append(list, operation{sc.Op, call, sc.Recv, frame.AccessPath(sc.Recv)})
			}
		}
	}
	return list
}

// added is the constant that a call of Add adds.
func (o operation) added() (int64, bool) {
	k, ok := o.call.Common().Args[len(o.call.Common().Args)-1].(*ssa.Const)
	if !ok || k.Value == nil {
		return 0, false
	}
	return constant.Int64Val(k.Value)
}

// isGo returns the WaitGroup of a call of WaitGroup.Go.
func isGo(call ssa.CallInstruction) (wg ssa.Value, ok bool) {
	fn := call.Common().StaticCallee()
	if fn == nil || syncop.Key(fn) != "(*sync.WaitGroup).Go" {
		return nil, false
	}
	return call.Common().Args[0], true
}

// maxFollow bounds how deep a WaitGroup is followed into function literals.
const maxFollow = 6

// uses collects the operations on a local WaitGroup, also those in function
// literals. It reports false when it goes where we cannot see it.
func uses(v ssa.Value, depth int, found func(operation)) bool {
	if v.Referrers() == nil || depth > maxFollow {
		return depth <= maxFollow
	}
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if ref.Val == v {
				return false
			}
		case *ssa.MakeClosure:
			lit := ref.Fn.(*ssa.Function)
			if lit.Parent() == nil {
				return false // a method value
			}
			for i, b := range ref.Bindings {
				if b == v && (i >= len(lit.FreeVars) || !uses(lit.FreeVars[i], depth+1, found)) {
					return false
				}
			}
		case ssa.CallInstruction:
			sc, ok := syncop.OpOf(ref.Common())
			if !ok || sc.Recv != v {
				return false
			}
			found(operation{op: sc.Op, call: ref, recv: v})
		default:
			return false
		}
	}
	return true
}
