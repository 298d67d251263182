package waitgroup

import (
	"fmt"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// tooManyAdded reports Wait for a local WaitGroup to which more is added on the
// way than all calls of Done together can take away.
func tooManyAdded(r *lockfacts.Reporter, f *lockfacts.Func) {
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			if wg, ok := in.(*ssa.Alloc); ok && syncop.Elem(wg.Type()).String() == "sync.WaitGroup" && !syncop.InLoop(b) {
				count(r, f, wg)
			}
		}
	}
}

func count(r *lockfacts.Reporter, f *lockfacts.Func, wg *ssa.Alloc) {
	var wait *operation
	var adds, dones []operation
	seen := uses(wg, 0, func(o operation) {
		switch {
		case o.op == trace.OpWGAdd:
			adds = append(adds, o)
		case o.op == trace.OpWGDone:
			dones = append(dones, o)
		case o.call.Parent() == f.Fn:
			if _, plain := o.call.(*ssa.Call); plain && wait == nil {
				wait = &o
			}
		}
	})
	if !seen || wait == nil {
		return
	}
	added, known := least(adds, wait)
	taken, bounded := most(f.Fn, dones)
	if !known || !bounded || added <= taken {
		return
	}
	class := r.Facts.Frame(f.Fn).AccessPath(wg).Class()
	r.Report(lockfacts.Finding{
		Check: checks.WaitGroupDone, Pos: wait.call.Pos(),
		Message: fmt.Sprintf("%s.Wait waits for ever: %d added, but Done is called %d times at most", lockfacts.ShortClass(class), added, taken),
	}, []lockgraph.EdgeKey{{Func: f.Name, Class: class, Mode: lockgraph.Exclusive}})
}

// least is how much is added at least before Wait.
func least(adds []operation, wait *operation) (sum int64, ok bool) {
	for _, o := range adds {
		n, isConst := o.added()
		b := o.call.Block()
		if !isConst || n < 0 || o.call.Parent() != wait.call.Parent() {
			return 0, false
		}
		if _, plain := o.call.(*ssa.Call); plain && b.Dominates(wait.call.Block()) {
			sum += n
		}
	}
	return sum, true
}

// most is how often Done is called at most: each call once, unless it or the go
// statement that starts its goroutine is repeated.
func most(fn *ssa.Function, dones []operation) (sum int64, ok bool) {
	for _, o := range dones {
		if syncop.InLoop(o.call.Block()) {
			return 0, false
		}
		for lit := o.call.Parent(); lit != fn; lit = lit.Parent() {
			if lit.Parent() == nil || !runsOnce(lit) {
				return 0, false
			}
		}
		sum++
	}
	return sum, true
}

// runsOnce reports whether a function literal is called or started in one
// place, once each time its function runs.
func runsOnce(lit *ssa.Function) bool {
	uses := 0
	for _, b := range lit.Parent().Blocks {
		for _, in := range b.Instrs {
			mc, ok := in.(*ssa.MakeClosure)
			if !ok || mc.Fn != lit {
				continue
			}
			for _, ref := range *mc.Referrers() {
				call, ok := ref.(ssa.CallInstruction)
				if !ok || call.Common().Value != ssa.Value(mc) || syncop.InLoop(call.Block()) {
					return false
				}
				uses++
			}
		}
	}
	return uses == 1
}
